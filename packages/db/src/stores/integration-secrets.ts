import type { DatabaseHandle } from '../database.js';

/** A signing secret in its stored form. */
export interface StoredSecret {
  readonly integrationId: number;
  readonly ciphertext: Uint8Array;
  readonly fingerprint: string;
}

/** Ingest tries every active secret on a request's body. A sender with one secret per webhook has some dozen webhooks. */
const MAX_ACTIVE = 50;

/**
 * Adds a signing secret beside the existing ones. The same secret is stored once, and a retired one becomes active
 * again. When there are too many, the oldest are retired.
 */
export async function addSigningSecret({ prisma }: DatabaseHandle, secret: StoredSecret): Promise<void> {
  const { integrationId, fingerprint } = secret;
  const ciphertext = new Uint8Array(secret.ciphertext);
  const signing = { integrationId, purpose: 'signing' as const };
  const added = await prisma.integrationSecret.createMany({
    data: { ...signing, ciphertext, fingerprint },
    skipDuplicates: true,
  });
  if (added.count === 0)
    await prisma.integrationSecret.updateMany({
      where: { ...signing, fingerprint },
      data: { retiredAt: null, createdAt: new Date() },
    });
  const excess = await prisma.integrationSecret.findMany({
    where: { ...signing, retiredAt: null, fingerprint: { not: fingerprint } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MAX_ACTIVE - 1,
    select: { id: true },
  });
  if (excess.length > 0)
    await prisma.integrationSecret.updateMany({
      where: { id: { in: excess.map(({ id }) => id) } },
      data: { retiredAt: new Date() },
    });
}
