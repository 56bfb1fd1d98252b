import type { sealMaskedValue } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

export interface NewMaskedValue {
  readonly projectId: number;
  readonly name: string;
  readonly sealed: ReturnType<typeof sealMaskedValue>;
  readonly userId: number;
}

/** Limited because every log is searched for each value, in several forms. */
export const MAX_MASKED_VALUES = 50;

/** Adds a text to mask. Returns why it was not added, or null. */
export async function addMaskedValue(
  { prisma }: DatabaseHandle,
  { projectId, name, sealed, userId }: NewMaskedValue,
): Promise<'too_many' | 'same_name' | 'same_value' | null> {
  const { ciphertext, fingerprint, otherFingerprints } = sealed;
  const known = await prisma.maskedValue.findMany({
    where: { projectId },
    select: { name: true, fingerprint: true },
  });
  if (known.some((value) => value.name === name)) return 'same_name';
  if (known.some((value) => [fingerprint, ...otherFingerprints].includes(value.fingerprint))) return 'same_value';
  if (known.length >= MAX_MASKED_VALUES) return 'too_many';
  await prisma.maskedValue.create({ data: { projectId, name, ciphertext, fingerprint, createdById: userId } });
  return null;
}

/** Removes a masked value; returns its name, or null if the project has none with this id. */
export async function removeMaskedValue(
  { prisma }: DatabaseHandle,
  { projectId, id }: { readonly projectId: number; readonly id: number },
): Promise<string | null> {
  const value = await prisma.maskedValue.findUnique({ where: { id, projectId }, select: { name: true } });
  if (value === null) return null;
  await prisma.maskedValue.delete({ where: { id } });
  return value.name;
}
