import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  type AnsweredChallenge,
  type Database,
  findPasskey,
  listPasskeys,
  type NewPasskey,
  type PasskeyRecord,
  usePasskey,
} from '@slipway/db';
import { type AppSecrets, type Clock, hashToken, isSignatureOf, signText } from '@slipway/domain';

/**
 * Challenges that passkeys sign. A challenge is signed by the service and names nothing secret, so that none is stored
 * before a passkey has answered it. It works for five minutes, for one purpose, in one browser.
 */
interface Challenges {
  /** `binding` names the purpose and the browser: its session, or its cookie before there is one. */
  issue(binding: string): Uint8Array<ArrayBuffer>;
  /** The challenge in a response, in base64url; null if it was not issued for this binding, or too long ago. */
  read(sent: string, binding: string): AnsweredChallenge | null;
}

const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const CHALLENGE = /^(([0-9]{1,15})\.[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

function createChallenges(appSecrets: AppSecrets, clock: Clock): Challenges {
  const textOf = (named: string, binding: string) => `passkey challenge ${named} ${binding}`;
  return {
    issue(binding) {
      const named = `${clock.now()}.${randomBytes(NONCE_BYTES).toString('base64url')}`;
      return new TextEncoder().encode(`${named}.${signText(appSecrets, textOf(named, binding))}`);
    },
    read(sent, binding) {
      const challenge = Buffer.from(sent, 'base64url').toString();
      const [, named = '', issuedAt = '', signature = ''] = CHALLENGE.exec(challenge) ?? [];
      if (signature === '' || !isSignatureOf(appSecrets, textOf(named, binding), signature)) return null;
      const expiresAt = new Date(Number(issuedAt) + CHALLENGE_LIFETIME_MS);
      return expiresAt.getTime() > clock.now() ? { challengeHash: hashToken(challenge), expiresAt } : null;
    },
  };
}

interface PasskeySite {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly origin: string;
  /** The host name. Passkeys belong to it and work at no other one. */
  readonly rpId: string;
}

/** EdDSA, ES256 and RS256: those that every supported version of Node.js can verify. */
const ALGORITHMS = [-8, -7, -257];
/** As long as a challenge works. */
const TIMEOUT_MS = 5 * 60_000;

/** How a device remembers whose passkey it is. Not an address: anyone with the device could read it. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`user ${userId}`);
}

function describePasskey({ credentialId, transports }: PasskeyRecord) {
  return { id: credentialId, transports: [...transports] as AuthenticatorTransport[] };
}

/** Checks the challenge of a response, and keeps it for the store, which accepts it once. */
function challengeReader({ challenges }: PasskeySite, binding: string) {
  let answered: AnsweredChallenge | null = null;
  const accept = (sent: string) => {
    answered = challenges.read(sent, binding);
    return answered !== null;
  };
  return { accept, answered: (): AnsweredChallenge | null => answered };
}

/** The library throws for everything that is wrong with a response. */
const refused = () => null;

/** The response of a browser; null if it does not even look like one. The library checks the rest. */
function readResponse<R extends { readonly id: string; readonly response: object }>(sent: string): R | null {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    return null;
  }
  const { id, response } = (value ?? {}) as Partial<R>;
  return typeof id === 'string' && typeof response === 'object' && response !== null ? (value as R) : null;
}

interface PasskeyUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

async function creationOptions(
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

type CreatedPasskey = Pick<NewPasskey, 'credential' | 'challenge'>;

async function readCreated(site: PasskeySite, sent: string, binding: string): Promise<CreatedPasskey | null> {
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

async function requestOptions(
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
type VerifiedPasskey =
  | { readonly userId: number; readonly refusal?: never }
  | { readonly refusal: 'invalid' | 'expired' | 'copied'; readonly userId: number | undefined };

async function verifyPasskey(site: PasskeySite, used: SentPasskey): Promise<VerifiedPasskey> {
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

/**
 * Passkeys (WebAuthn). A `binding` names what a passkey is created or used for, and the browser: by its session, or by
 * its cookie before there is one.
 */
export interface Passkeys {
  /** Browsers offer passkeys only at a host name with https, or at localhost. */
  readonly isAvailable: boolean;
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
