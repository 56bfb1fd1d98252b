import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { findPasskey, listPasskeys, type PasskeyRecord, usePasskey } from '@slipway/db';
import {
  challengeReader,
  describePasskey,
  handleOf,
  type PasskeySite,
  readResponse,
  refused,
  TIMEOUT_MS,
} from './site.js';

/** Asks for one of the user's passkeys, or for any if the user is not known yet. */
export async function requestOptions(
  site: PasskeySite,
  userId: number | null,
  binding: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = userId === null ? [] : await listPasskeys(site.database, userId);
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: site.challenges.issue(binding),
    timeout: TIMEOUT_MS,
    allowCredentials: known.map(describePasskey),
    userVerification: userId === null ? 'required' : 'preferred',
  });
}

/** The use of a passkey, as a browser reports it. */
export interface SentPasskey {
  readonly sent: string;
  /** Whose passkey it must be. Null if it is the only step of a sign-in: then the device must verify the person. */
  readonly userId: number | null;
  readonly binding: string;
}

/**
 * The user whose passkey was used, or why it is refused. `userId` is undefined if nobody has the passkey. `expired`: the
 * challenge is too old, was used before, or belongs to another browser. `copied`: the passkey's counter went back.
 */
export type VerifiedPasskey =
  | { readonly userId: number; readonly refusal?: never }
  | { readonly refusal: 'invalid' | 'expired' | 'copied'; readonly userId: number | undefined };

export async function verifyPasskey(site: PasskeySite, used: SentPasskey): Promise<VerifiedPasskey> {
  const response = readResponse<AuthenticationResponseJSON>(used.sent);
  const passkey = response && (await findPasskey(site.database, response.id));
  const userId = used.userId ?? passkey?.userId;
  if (!passkey || userId === undefined || passkey.userId !== userId) return { refusal: 'invalid', userId };
  const { challenge, counter } = await verifyResponse(site, response, passkey, used);
  if (challenge === null) return { refusal: 'expired', userId };
  if (counter === null) return { refusal: 'invalid', userId };
  const { id } = passkey;
  const outcome = await usePasskey(site.database, { id, counter, challenge, now: new Date(site.clock.now()) });
  if (outcome === 'accepted') return { userId };
  return { refusal: outcome === 'copied' ? 'copied' : 'expired', userId };
}

/** The answered challenge, null unless it is valid; the device's counter, null unless the response is. */
async function verifyResponse(
  site: PasskeySite,
  response: AuthenticationResponseJSON,
  { userId, credentialId, publicKey }: PasskeyRecord,
  used: SentPasskey,
) {
  const isOnlyStep = used.userId === null;
  const reader = challengeReader(site, used.binding);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: reader.accept,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    // The store compares the counters, in the statement that saves the new one.
    credential: { id: credentialId, publicKey, counter: 0 },
    requireUserVerification: isOnlyStep,
  }).catch(refused);
  const handle = Buffer.from(handleOf(userId)).toString('base64url');
  const isOwner = !isOnlyStep || response.response.userHandle === handle;
  const isValid = verified?.verified === true && isOwner;
  return { challenge: reader.answered(), counter: isValid ? verified.authenticationInfo.newCounter : null };
}
