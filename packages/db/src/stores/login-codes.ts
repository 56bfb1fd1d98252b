import type { Scope } from '@slipway/contracts';
import type { Database, DatabaseHandle } from '../database.js';
import { createApiToken } from './api-tokens.js';

/** A login code that was just used up. */
export interface UsedLoginCode {
  readonly id: string;
  readonly userId: number;
  readonly email: string;
  readonly codeChallenge: string;
  readonly clientName: string;
  readonly origin: 'cli' | 'mcp';
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
}

/** Uses a code up, whether or not the attempt will succeed; null when it is unknown or was used before. */
export async function redeemLoginCode(
  { prisma }: DatabaseHandle,
  codeHash: string,
): Promise<UsedLoginCode | null> {
  // The condition is part of the update, so that of two attempts at once only one gets the code.
  const [code] = await prisma.loginCode.updateManyAndReturn({
    where: { codeHash, usedAt: null },
    data: { usedAt: new Date() },
    include: { user: { select: { email: true } } },
  });
  if (code === undefined) return null;
  const { id, userId, codeChallenge, clientName, expiresAt, user } = code;
  const origin = code.origin as UsedLoginCode['origin'];
  const scopes = code.scopes as Scope[];
  return { id, userId, email: user.email, codeChallenge, clientName, origin, scopes, expiresAt };
}

/** A token that the login flow issues. */
export interface LoginToken {
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly origin: 'cli' | 'mcp';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly loginCodeId: string;
}

/** Creates the token and links it to its code. */
export async function issueLoginToken(tx: DatabaseHandle, { loginCodeId, ...token }: LoginToken): Promise<void> {
  const apiTokenId = await createApiToken(tx, token);
  await tx.prisma.loginCode.update({ where: { id: loginCodeId }, data: { apiTokenId } });
}

/** A code to issue: whom it lets a client act for, and what proves that the client is the one that asked. */
export interface NewLoginCode {
  readonly userId: number;
  readonly codeHash: string;
  readonly codeChallenge: string;
  readonly redirectUri: string;
  readonly clientName: string;
  readonly origin: 'cli' | 'mcp';
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Issues a login code, and deletes codes that expired a day ago. */
export async function createLoginCode({ prisma }: Database, code: NewLoginCode): Promise<void> {
  const yesterday = new Date(code.createdAt.getTime() - 24 * 60 * 60_000);
  await prisma.$transaction([
    prisma.loginCode.deleteMany({ where: { userId: code.userId, expiresAt: { lt: yesterday } } }),
    prisma.loginCode.create({ data: { ...code, scopes: [...code.scopes] } }),
  ]);
}
