import type { SealedSecret } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

/** The fingerprints of a secret: while APP_SECRET is rotated, it may be stored with either value. */
export function fingerprintsOf({ fingerprint, otherFingerprints }: SealedSecret): string[] {
  return [fingerprint, ...otherFingerprints];
}

/** Adds a signing secret to the existing ones. Each secret is stored only once; a retired one becomes active again. */
export async function addSigningSecret({ prisma }: DatabaseHandle, secret: SealedSecret): Promise<void> {
  const { integrationId, ciphertext, fingerprint } = secret;
  const signing = { integrationId, purpose: 'signing' as const };
  const fingerprints = fingerprintsOf(secret);
  const activate = () =>
    prisma.integrationSecret.updateMany({
      where: { ...signing, fingerprint: { in: fingerprints } },
      data: { retiredAt: null, createdAt: new Date() },
    });
  if ((await activate()).count > 0) return;
  const data = { ...signing, ciphertext, fingerprint };
  const added = await prisma.integrationSecret.createMany({ data, skipDuplicates: true });
  // Another process has just added the secret.
  if (added.count === 0) await activate();
}
