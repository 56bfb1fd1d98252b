import { randomBytes } from 'node:crypto';
import { createLoginCode, type NewLoginCode } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import type { AuthDeps } from './deps.js';

type Allowed = Omit<NewLoginCode, 'codeHash' | 'createdAt' | 'expiresAt'>;

/** Issues a code that a client exchanges for tokens, once. Only its hash is stored. */
export async function issueCode(
  allowed: Allowed,
  lifetimeMs: number,
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const now = clock.now();
  await createLoginCode(database, {
    ...allowed,
    codeHash: hashToken(code),
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  });
  return code;
}
