import { type AddressRules, checkedLookup, refusedAddress } from '@slipway/runtime';
import type { CustomFetch } from 'openid-client';
import * as openid from 'openid-client';
import { Agent, fetch, type RequestInit } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 512 * 1024;
const SERVER_ERROR = 500;

/** No usable answer: the provider is down, slow, failing, or at an address that is not allowed. */
export class ProviderUnreachableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the identity provider cannot be used: ${reason}`, options);
    this.name = 'ProviderUnreachableError';
  }
}

/** Requests to identity providers, which owners choose: only to allowed addresses, and without following redirects. */
interface ProviderFetch {
  readonly fetch: CustomFetch;
  close(): Promise<void>;
}

export function createProviderFetch(rules: AddressRules): ProviderFetch {
  const lookup = checkedLookup(rules, (reason) => new ProviderUnreachableError(reason));
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  async function send(address: string, options: object): Promise<Response> {
    requireAllowed(new URL(address), rules);
    const init = { ...options, redirect: 'manual', dispatcher } as RequestInit;
    const response = await fetch(address, init).catch((error: unknown) => {
      throw new ProviderUnreachableError(String(error), { cause: error });
    });
    if (response.status >= SERVER_ERROR) throw new ProviderUnreachableError(`status ${response.status}`);
    return response as unknown as Response;
  }
  return { fetch: send, close: () => dispatcher.destroy() };
}

/** No lookup happens for an IP address in the URL, so this function checks it. */
function requireAllowed(url: URL, rules: AddressRules): void {
  const reason = refusedAddress(url, rules);
  if (reason !== null) throw new ProviderUnreachableError(reason);
}

export interface ProviderAccess {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What binds a response to the request that caused it. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface IdentifiedPerson {
  readonly subject: string;
  /** Null unless the provider says that it verified the address. */
  readonly verifiedEmail: string | null;
  readonly name: string;
  /** When the provider last asked them to sign in; null if it does not say. */
  readonly authenticatedAt: Date | null;
}

interface ProviderRequest {
  readonly redirectUri: string;
  /** Whether the person must sign in again, even if the provider still knows them. */
  readonly mustSignInAgain: boolean;
}

/** Speaks OpenID Connect with the providers of accounts. Every method reads the provider's current metadata. */
export interface ProviderClient {
  authorizationUrl(access: ProviderAccess, secrets: FlowSecrets, request: ProviderRequest): Promise<URL>;
  /** Exchanges the code in the address that the provider redirected to. Rejects unless every check passes. */
  identify(access: ProviderAccess, secrets: FlowSecrets, returned: URL): Promise<IdentifiedPerson>;
  /** Rejects if the provider cannot be used. */
  check(access: ProviderAccess): Promise<void>;
}

export const newFlowSecrets = (state: string): FlowSecrets => ({
  state,
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
});

const TIMEOUT_SECONDS = 10;
export const CLOCK_TOLERANCE_SECONDS = 30;
const SCOPE = 'openid email profile';
/** With max_age, a provider must say when it asked the person. */
const SIGN_IN_AGAIN = { prompt: 'login', max_age: '0' } as const;

export function createProviderClient(
  { fetch }: Pick<ProviderFetch, 'fetch'>,
  timeoutSeconds = TIMEOUT_SECONDS,
): ProviderClient {
  const configure = (access: ProviderAccess) => discover(access, fetch, timeoutSeconds);
  return {
    async authorizationUrl(access, { state, nonce, verifier }, { redirectUri, mustSignInAgain }) {
      return openid.buildAuthorizationUrl(await configure(access), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(mustSignInAgain ? SIGN_IN_AGAIN : {}),
      });
    },
    async identify(access, { state, nonce, verifier }, returned) {
      const config = await configure(access);
      const tokens = await openid.authorizationCodeGrant(config, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the response has no ID token');
      const { userinfo_endpoint: userinfo } = config.serverMetadata();
      const isComplete = claims['email'] !== undefined || userinfo === undefined;
      const more = isComplete ? {} : await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
      return personOf(claims.sub, { ...more, ...claims });
    },
    async check(access) {
      const { jwks_uri: keys } = (await configure(access)).serverMetadata();
      if (keys === undefined) throw new Error('the provider has no jwks_uri');
      const response = await fetch(keys, {
        method: 'GET',
        headers: {},
        body: undefined,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      });
      if (response.status !== 200) throw new ProviderUnreachableError(`jwks_uri responds with ${response.status}`);
    },
  };
}

/** Reads the provider's metadata, which must name the issuer that we asked. */
async function discover(
  { issuer, clientId, clientSecret }: ProviderAccess,
  fetch: openid.CustomFetch,
  timeout: number,
): Promise<openid.Configuration> {
  const isInsecure = issuer.startsWith('http:');
  const discovered = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    [openid.customFetch]: fetch,
    timeout,
    execute: isInsecure ? [openid.allowInsecureRequests] : [],
  });
  const server = discovered.serverMetadata();
  // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata: basic is the default.
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate = methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic
    : openid.ClientSecretPost;
  const metadata = { client_secret: clientSecret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = new openid.Configuration(server, clientId, metadata, authenticate(clientSecret));
  config[openid.customFetch] = fetch;
  config.timeout = timeout;
  if (isInsecure) openid.allowInsecureRequests(config);
  // By default, a token that comes straight from the provider over TLS is trusted without its signature.
  openid.enableNonRepudiationChecks(config);
  return config;
}

const MAX_NAME = 100;
const MAX_EMAIL = 254;
/** https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
const MAX_SUBJECT = 255;
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

function personOf(subject: string, claims: Readonly<Record<string, unknown>>): IdentifiedPerson {
  if (subject.length > MAX_SUBJECT || /\p{C}/u.test(subject)) throw new Error('the subject is malformed');
  const { email, email_verified: isVerified } = claims;
  const isUsable =
    isVerified === true && typeof email === 'string' && email.length <= MAX_EMAIL && EMAIL.test(email);
  const verifiedEmail = isUsable ? email : null;
  return { subject, verifiedEmail, name: nameOf(claims), authenticatedAt: authenticatedAt(claims) };
}

function authenticatedAt({ auth_time: seconds }: Readonly<Record<string, unknown>>): Date | null {
  return typeof seconds === 'number' && seconds > 0 ? new Date(seconds * 1000) : null;
}

/** Colleagues see the name, and must not see an address in it. */
function nameOf(claims: Readonly<Record<string, unknown>>): string {
  const sent = [claims['name'], claims['preferred_username']].flatMap((name) => {
    const text =
      typeof name === 'string'
        ? name
            .toWellFormed()
            .replace(/\p{C}+/gu, ' ')
            .trim()
        : '';
    return text === '' || text.includes('@') ? [] : [[...text].slice(0, MAX_NAME).join('')];
  });
  return sent[0] ?? 'New member';
}
