import type { DatabaseHandle } from '../../database.js';
import type { Found } from '../../records.js';

export interface NewOauthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: Date;
  /** When the client is forgotten if nobody uses it. */
  readonly expiresAt: Date;
}

export async function registerOauthClient(
  { prisma }: DatabaseHandle,
  { redirectUris, ...client }: NewOauthClient,
): Promise<string> {
  const { id } = await prisma.oauthClient.create({ data: { ...client, redirectUris: [...redirectUris] } });
  return id;
}

/** Finds a client that has not expired. `id` must be a UUID. */
export function findOauthClient({ prisma }: DatabaseHandle, id: string, now: Date) {
  return prisma.oauthClient.findFirst({
    where: { id, expiresAt: { gt: now } },
    select: { id: true, name: true, redirectUris: true },
  });
}

/** A program that registered itself for OAuth. */
export type OauthClientRecord = Found<typeof findOauthClient>;
