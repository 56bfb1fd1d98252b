import { OAUTH_RESOURCES, type OauthResource, type Scope } from '@slipway/contracts';
import type { OauthClientRecord } from '@slipway/db';
import { isCodeChallenge } from '@slipway/domain';
import { OauthError, singleParameters } from './oauth-error.js';
import { isRegistered } from './registration.js';

/** What a client may be granted access to (RFC 8707): an address of the assistant-protocol server. */
interface Resource {
  readonly uri: string;
  readonly scopes: readonly Scope[];
}

/** Finds the resource that a client names. Clients older than resource indicators name none. */
function findResource(uri: string | undefined, origin: string): Resource {
  const resourceAt = ({ path, scopes }: OauthResource): Resource => ({ uri: origin + path, scopes });
  const [whole, readOnly] = [resourceAt(OAUTH_RESOURCES.all), resourceAt(OAUTH_RESOURCES.readOnly)];
  if (uri === undefined) return whole;
  const found = [whole, readOnly].find((resource) => resource.uri === withoutSlash(uri));
  if (found === undefined)
    throw new OauthError('invalid_target', `resource must be ${whole.uri} or ${readOnly.uri}.`);
  return found;
}

export function isOfResource(uri: string | undefined, granted: string): boolean {
  return uri === undefined || withoutSlash(uri) === granted;
}

/** Some clients end an address with a slash. */
function withoutSlash(uri: string): string {
  return uri.replace(/\/$/, '');
}

export interface ReturnAddress {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

export interface OauthRequest extends ReturnAddress {
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
  readonly resource: string;
}

const MAX_STATE_LENGTH = 2_048;
const NAMES = ['response_type', 'code_challenge', 'code_challenge_method', 'scope', 'resource', 'state'] as const;

/** Reads the return address. If it is not the client's own, the browser must not be sent there, not even with an error. */
export function readReturnAddress(query: URLSearchParams, client: OauthClientRecord): ReturnAddress {
  const [redirectUri = '', ...more] = query.getAll('redirect_uri');
  if (redirectUri === '' || more.length > 0 || !isRegistered(redirectUri, client.redirectUris))
    throw new OauthError('invalid_request', 'redirect_uri is not one that the client registered.');
  return { redirectUri, state: query.get('state') ?? undefined };
}

/** Reads the rest of the request, whose errors the client may learn. */
export function readOauthRequest(
  query: URLSearchParams,
  { redirectUri }: ReturnAddress,
  origin: string,
): OauthRequest {
  const sent = singleParameters(query, NAMES);
  const { response_type: type, code_challenge: codeChallenge = '', code_challenge_method: method, state } = sent;
  if (type === undefined) throw new OauthError('invalid_request', 'response_type is required.');
  if (type !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be code.');
  if (!isCodeChallenge(codeChallenge) || method !== 'S256')
    throw new OauthError('invalid_request', 'PKCE is required: code_challenge, and code_challenge_method=S256.');
  if (state !== undefined && state.length > MAX_STATE_LENGTH)
    throw new OauthError('invalid_request', `state can have at most ${MAX_STATE_LENGTH} characters.`);
  const resource = findResource(sent['resource'], origin);
  return {
    redirectUri,
    state,
    codeChallenge,
    resource: resource.uri,
    scopes: readScopes(sent['scope'], resource),
  };
}

/**
 * The requested scopes that can be granted; all of them if none is requested. Clients also request scopes that other
 * services need, such as offline_access; these are ignored, and the response lists what was granted.
 */
function readScopes(scope: string | undefined, { scopes }: Resource): readonly Scope[] {
  if (scope === undefined) return scopes;
  const requested = new Set(scope.split(' '));
  const granted = scopes.filter((name) => requested.has(name));
  if (granted.length === 0)
    throw new OauthError('invalid_scope', `None of the requested scopes can be granted. Use ${scopes.join(' ')}.`);
  return granted;
}

/** The return address with what the browser brings back, and the issuer, which protects against mix-ups (RFC 9207). */
export function addressWith(
  { redirectUri, state }: ReturnAddress,
  answer: Readonly<Record<string, string>>,
  origin: string,
): string {
  const address = new URL(redirectUri);
  const all = { ...answer, ...(state === undefined ? {} : { state }), iss: origin };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  return address.href;
}
