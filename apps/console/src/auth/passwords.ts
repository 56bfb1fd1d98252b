import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { isEasilyGuessed } from './password-strength.js';

/** OWASP's recommendation for Argon2id: about 50 ms of one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 200;

const EASY = 'This password is easy to guess. Use a longer one, or a few unrelated words.';

/**
 * What is wrong with a chosen password; null if it is acceptable. `knownTexts` are what others know about the user:
 * their address, their name, their studio.
 */
export async function passwordProblem(password: string, knownTexts: readonly string[]): Promise<string | null> {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  return (await isEasilyGuessed(password, knownTexts)) ? EASY : null;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Whether a user has a password at all. Users who only ever signed in at an identity provider have none. */
export function isPasswordHash(stored: string | null): stored is string {
  return stored?.startsWith('$argon2') ?? false;
}

let decoy: Promise<string> | undefined;

/** Verifies a password. For an unknown user it does the same work, so that the timing reveals nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const tooLong = password.length > MAX_PASSWORD_LENGTH * 4;
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const expected = isPasswordHash(stored) ? stored : await decoy;
  const matches = await verify(expected, tooLong ? '' : password);
  return matches && expected === stored && !tooLong;
}
