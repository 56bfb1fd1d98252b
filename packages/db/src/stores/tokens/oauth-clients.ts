import type { DatabaseHandle } from '../../database.js';

/** A program that registered itself for OAuth. */
export interface OauthClientRecord {
  readonly id: string;
  readonly name: string;
  /** Where the browser may return to. */
  readonly redirectUris: readonly string[];
}

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
export function findOauthClient(
  { prisma }: DatabaseHandle,
  id: string,
  now: Date,
): Promise<OauthClientRecord | null> {
  return prisma.oauthClient.findFirst({
    where: { id, expiresAt: { gt: now } },
    select: { id: true, name: true, redirectUris: true },
  });
}
