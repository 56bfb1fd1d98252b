import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { listPasskeys, type NewPasskey } from '@slipway/db';
import {
  ALGORITHMS,
  challengeReader,
  describePasskey,
  handleOf,
  type PasskeySite,
  readResponse,
  refused,
  TIMEOUT_MS,
} from './site.js';

/** A user who adds a passkey. */
export interface PasskeyUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

export async function creationOptions(
  site: PasskeySite,
  { id, email, name }: PasskeyUser,
  binding: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(site.database, id);
  return generateRegistrationOptions({
    rpName: 'Slipway',
    rpID: site.rpId,
    userID: handleOf(id),
    userName: email,
    userDisplayName: name,
    challenge: site.challenges.issue(binding),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(describePasskey),
    // Security keys that verify nobody or store nothing can still be a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export type CreatedPasskey = Pick<NewPasskey, 'credential' | 'challenge'>;

/** The passkey that a browser has created; null if it must be refused. */
export async function readCreated(
  site: PasskeySite,
  sent: string,
  binding: string,
): Promise<CreatedPasskey | null> {
  const response = readResponse<RegistrationResponseJSON>(sent);
  if (response === null) return null;
  const reader = challengeReader(site, binding);
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: reader.accept,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(refused);
  const challenge = reader.answered();
  if (verified === null || !verified.verified || challenge === null) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { challenge, credential: { credentialId: id, publicKey, counter, transports } };
}
