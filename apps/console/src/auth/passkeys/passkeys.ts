import { isIP } from 'node:net';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Database } from '@slipway/db';
import type { AppSecrets, Clock } from '@slipway/domain';
import { createChallenges } from './challenges.js';
import { type CreatedPasskey, creationOptions, type PasskeyUser, readCreated } from './create-passkey.js';
import { requestOptions, type SentPasskey, type VerifiedPasskey, verifyPasskey } from './verify-passkey.js';

/**
 * Passkeys (WebAuthn). A `binding` names what a passkey is created or used for, and the browser: by its session, or by
 * its cookie before there is one.
 */
export interface Passkeys {
  /** Browsers offer passkeys only at a host name with https, or at localhost. */
  readonly isAvailable: boolean;
  /** What a browser needs to create a passkey. */
  creationOptions(user: PasskeyUser, binding: string): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** The passkey that a browser has created; null if it must be refused. */
  readCreated(sent: string, binding: string): Promise<CreatedPasskey | null>;
  /** What a browser needs to use a passkey of a user, or of anyone if the user is not known yet. */
  requestOptions(userId: number | null, binding: string): Promise<PublicKeyCredentialRequestOptionsJSON>;
  verify(used: SentPasskey): Promise<VerifiedPasskey>;
}

interface PasskeyOptions {
  readonly database: Database;
  readonly appSecrets: AppSecrets;
  readonly clock: Clock;
  /** The service's own URL, without a path. */
  readonly origin: string;
}

export function createPasskeys({ database, appSecrets, clock, origin }: PasskeyOptions): Passkeys {
  const { protocol, hostname } = new URL(origin);
  const site = { database, clock, origin, rpId: hostname, challenges: createChallenges(appSecrets, clock) };
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return {
    isAvailable: isLocal || (protocol === 'https:' && !isAddress),
    creationOptions: (user, binding) => creationOptions(site, user, binding),
    readCreated: (sent, binding) => readCreated(site, sent, binding),
    requestOptions: (userId, binding) => requestOptions(site, userId, binding),
    verify: (used) => verifyPasskey(site, used),
  };
}
