import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { AnsweredChallenge, Database, PasskeyRecord } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import type { Challenges } from './challenges.js';

/** What the creation and the use of passkeys share. */
export interface PasskeySite {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly origin: string;
  /** The host name. Passkeys belong to it and work at no other one. */
  readonly rpId: string;
}

/** EdDSA, ES256 and RS256: those that every supported version of Node.js can verify. */
export const ALGORITHMS = [-8, -7, -257];
/** As long as a challenge works. */
export const TIMEOUT_MS = 5 * 60_000;

/** How a device remembers whose passkey it is. Not an address: anyone with the device could read it. */
export function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`user ${userId}`);
}

/** A passkey as browsers ask devices for it. */
export function describePasskey({ credentialId, transports }: PasskeyRecord) {
  return { id: credentialId, transports: [...transports] as AuthenticatorTransport[] };
}

/** Checks the challenge of a response, and keeps it for the store, which accepts it once. */
export function challengeReader({ challenges }: PasskeySite, binding: string) {
  let answered: AnsweredChallenge | null = null;
  const accept = (sent: string) => {
    answered = challenges.read(sent, binding);
    return answered !== null;
  };
  return { accept, answered: (): AnsweredChallenge | null => answered };
}

/** The library throws for everything that is wrong with a response. */
export const refused = () => null;

/** The response of a browser; null if it does not even look like one. The library checks the rest. */
export function readResponse<R extends { readonly id: string; readonly response: object }>(
  sent: string,
): R | null {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    return null;
  }
  const { id, response } = (value ?? {}) as Partial<R>;
  return typeof id === 'string' && typeof response === 'object' && response !== null ? (value as R) : null;
}
