import type { SealedSecret } from '@slipway/domain';
import type { DatabaseHandle } from '../database.js';

/** Ingest tries every active secret on a request's body. A sender with one secret per webhook has some dozen webhooks. */
const MAX_ACTIVE = 50;

/** The fingerprints of a secret: while APP_SECRET is rotated, it may be stored with either value. */
export function fingerprintsOf({ fingerprint, otherFingerprints }: SealedSecret): string[] {
  return [fingerprint, ...otherFingerprints];
}

/**
 * Adds a signing secret beside the existing ones. The same secret is stored once, and a retired one becomes active
 * again. When there are too many, the oldest are retired.
 */
export async function addSigningSecret({ prisma }: DatabaseHandle, secret: SealedSecret): Promise<void> {
  const { integrationId, ciphertext, fingerprint } = secret;
  const signing = { integrationId, purpose: 'signing' as const };
  const fingerprints = fingerprintsOf(secret);
  const activate = () =>
    prisma.integrationSecret.updateMany({
      where: { ...signing, fingerprint: { in: fingerprints } },
      data: { retiredAt: null, createdAt: new Date() },
    });
  if ((await activate()).count === 0) {
    const data = { ...signing, ciphertext, fingerprint };
    const added = await prisma.integrationSecret.createMany({ data, skipDuplicates: true });
    // Another process has just added it.
    if (added.count === 0) await activate();
  }
  const excess = await prisma.integrationSecret.findMany({
    where: { ...signing, retiredAt: null, fingerprint: { notIn: fingerprints } },
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
