import type { Database, DatabaseHandle } from '../../database.js';
import type { Prisma } from '../../generated/client.js';
import { type RequestSource, recordPersonalAudit } from '../audit-log/audit.js';
import { lockUser } from '../people/users.js';
import { type AddedFactor, findFactorState, startProtection } from './second-factors.js';

const select = {
  id: true,
  userId: true,
  credentialId: true,
  publicKey: true,
  transports: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

export type PasskeyRecord = Prisma.PasskeyGetPayload<{ select: typeof select }>;

/** How many passkeys a user can have. */
export const MAX_PASSKEYS = 20;

/** A user's passkeys, in the order in which they were added. */
export function listPasskeys({ prisma }: DatabaseHandle, userId: number): Promise<PasskeyRecord[]> {
  return prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' }, select });
}

/** The passkey with a credential id, of any user. */
export function findPasskey({ prisma }: DatabaseHandle, credentialId: string): Promise<PasskeyRecord | null> {
  return prisma.passkey.findUnique({ where: { credentialId }, select });
}

/** A challenge that a passkey has answered. */
export interface AnsweredChallenge {
  readonly challengeHash: string;
  readonly expiresAt: Date;
}

/** A passkey that a user has just created on a device. */
export interface NewPasskey {
  readonly userId: number;
  readonly name: string;
  readonly credential: Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'transports'> & {
    readonly counter: number;
  };
  readonly challenge: AnsweredChallenge;
  /** Stored if it is the user's first factor. */
  readonly codeHashes: readonly string[];
  readonly now: Date;
  readonly source: RequestSource;
}

/** `used`: the challenge was answered before, or the passkey is already there. */
export type AddedPasskey = AddedFactor | 'used' | 'too_many';

/** Adds a passkey to a user's second factors. */
export async function addPasskey(tx: DatabaseHandle, passkey: NewPasskey): Promise<AddedPasskey> {
  const { userId, name, credential, challenge, now, source } = passkey;
  await lockUser.execute(tx.pool, userId);
  if (!(await useChallenge(tx, challenge, now))) return 'used';
  const { hasFactor, passkeys } = await findFactorState(tx, userId);
  if (passkeys >= MAX_PASSKEYS) return 'too_many';
  const { transports, ...key } = credential;
  const { count } = await tx.prisma.passkey.createMany({
    data: { userId, name, ...key, transports: [...transports], createdAt: now },
    skipDuplicates: true,
  });
  if (count === 0) return 'used';
  if (!hasFactor) await startProtection(tx, passkey);
  await recordPersonalAudit(tx, { userId, action: 'passkey.add', target: name, ...source });
  return { isFirst: !hasFactor };
}

/** A passkey whose signature was right. */
export interface PasskeyUse {
  readonly id: number;
  /** The uses that the device has counted; 0 if it does not count. */
  readonly counter: number;
  readonly challenge: AnsweredChallenge;
  readonly now: Date;
}

/** `replayed`: the challenge was answered before. `copied`: the device has counted fewer uses than another one before. */
export type PasskeyOutcome = 'accepted' | 'replayed' | 'copied';

/** Accepts a use of a passkey, once. */
export function usePasskey(
  database: Database,
  { id, counter, challenge, now }: PasskeyUse,
): Promise<PasskeyOutcome> {
  // A refusal returns from the transaction: the challenge stays used.
  return database.modelTransaction(async (tx) => {
    if (!(await useChallenge(tx, challenge, now))) return 'replayed';
    const { count } = await tx.prisma.passkey.updateMany({
      where: { id, OR: [{ counter: { lt: counter } }, ...(counter === 0 ? [{ counter: 0 }] : [])] },
      data: { counter, lastUsedAt: now },
    });
    return count === 1 ? 'accepted' : 'copied';
  });
}

/** Notes that a challenge was answered. False if it was before. */
async function useChallenge(
  { prisma }: DatabaseHandle,
  challenge: AnsweredChallenge,
  now: Date,
): Promise<boolean> {
  await prisma.usedChallenge.deleteMany({ where: { expiresAt: { lte: now } } });
  const { count } = await prisma.usedChallenge.createMany({ data: { ...challenge }, skipDuplicates: true });
  return count === 1;
}

/** Names one of a user's passkeys. False if they have no such passkey. */
export async function renamePasskey(
  { prisma }: DatabaseHandle,
  { id, userId }: { readonly id: number; readonly userId: number },
  name: string,
): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({ where: { id, userId }, data: { name } });
  return count === 1;
}
