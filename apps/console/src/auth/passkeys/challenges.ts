import { randomBytes } from 'node:crypto';
import type { AnsweredChallenge } from '@slipway/db';
import { type AppSecrets, type Clock, hashToken, isSignatureOf, signText } from '@slipway/domain';

/**
 * Challenges that passkeys sign. A challenge is signed by the service and names nothing secret, so that none is stored
 * before a passkey has answered it. It works for five minutes, for one purpose, in one browser.
 */
export interface Challenges {
  /** `binding` names the purpose and the browser: its session, or its cookie before there is one. */
  issue(binding: string): Uint8Array<ArrayBuffer>;
  /** The challenge in a response, in base64url; null if it was not issued for this binding, or too long ago. */
  read(sent: string, binding: string): AnsweredChallenge | null;
}

const LIFETIME_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const FORM = /^(([0-9]{1,15})\.[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function createChallenges(appSecrets: AppSecrets, clock: Clock): Challenges {
  const textOf = (named: string, binding: string) => `passkey challenge ${named} ${binding}`;
  return {
    issue(binding) {
      const named = `${clock.now()}.${randomBytes(NONCE_BYTES).toString('base64url')}`;
      return new TextEncoder().encode(`${named}.${signText(appSecrets, textOf(named, binding))}`);
    },
    read(sent, binding) {
      const challenge = Buffer.from(sent, 'base64url').toString();
      const [, named = '', issuedAt = '', signature = ''] = FORM.exec(challenge) ?? [];
      if (signature === '' || !isSignatureOf(appSecrets, textOf(named, binding), signature)) return null;
      const expiresAt = new Date(Number(issuedAt) + LIFETIME_MS);
      return expiresAt.getTime() > clock.now() ? { challengeHash: hashToken(challenge), expiresAt } : null;
    },
  };
}
