import { registerOauthClient } from '@slipway/db';
import { clientTokenName } from '@slipway/domain';
import type { AuthDeps } from '../auth/deps.js';
import { isPlainHost } from '../security.js';
import { OauthError } from './oauth-error.js';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Editors whose sign-in returns to the app by its own scheme. Other schemes could start any program on the machine. */
const APP_SCHEMES: ReadonlySet<string> = new Set(['cursor:']);
const MAX_URI_LENGTH = 1_000;

/** Says why a client cannot register an address for browsers to return to; null if it can. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > MAX_URI_LENGTH) return `A redirect URI can have at most ${MAX_URI_LENGTH} characters.`;
  // Programs disagree on where the host ends in an address with one of these.
  if (!URL.canParse(uri) || /[\s\\\p{C}]/u.test(uri)) return 'A redirect URI must be an absolute URL.';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#') || username !== '' || password !== '')
    return 'A redirect URI can have neither a fragment nor a user name.';
  if (!isPlainHost(hostname))
    return 'The host of a redirect URI can only have letters, digits, dots and hyphens, or be an IPv6 address in brackets.';
  if (protocol === 'https:' || APP_SCHEMES.has(protocol) || isLoopback(uri)) return null;
  return 'A redirect URI must use https, or http on 127.0.0.1, [::1] or localhost.';
}

export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname);
}

/**
 * Whether a client registered this address: exactly, or with another port on the loopback address, where a client cannot
 * choose its port in advance (RFC 8252, 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  // An earlier release may have registered an address that is refused now.
  if (redirectUriProblem(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  return (
    isLoopback(uri) && registered.some((known) => isLoopback(known) && withoutPort(known) === withoutPort(uri))
  );
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

const DAY_MS = 24 * 60 * 60_000;
/** A client that no user has allowed anything within this time is forgotten. */
const UNUSED_LIFETIME_MS = DAY_MS;
const MAX_REDIRECT_URIS = 10;

/**
 * Registers a client (RFC 7591). Clients have no secret, whatever they ask for: an installed program could not keep it.
 * PKCE proves that the program that exchanges a code is the one that asked for it.
 */
export async function registerClient(
  metadata: unknown,
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new OauthError('invalid_client_metadata', 'The body must be a JSON object, sent as application/json.');
  const redirectUris = readRedirectUris((metadata as Record<string, unknown>)['redirect_uris']);
  const name = readName((metadata as Record<string, unknown>)['client_name']);
  const now = clock.now();
  const createdAt = new Date(now);
  const expiresAt = new Date(now + UNUSED_LIFETIME_MS);
  return {
    client_id: await registerOauthClient(database, { name, redirectUris, createdAt, expiresAt }),
    client_id_issued_at: Math.floor(now / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function readRedirectUris(sent: unknown): string[] {
  const isList = Array.isArray(sent) && sent.length > 0 && sent.length <= MAX_REDIRECT_URIS;
  if (!isList)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} addresses.`);
  return [...new Set(sent.map(readRedirectUri))];
}

function readRedirectUri(uri: unknown): string {
  const problem = typeof uri === 'string' ? redirectUriProblem(uri) : 'A redirect URI must be a string.';
  if (problem !== null) throw new OauthError('invalid_redirect_uri', problem);
  return uri as string;
}

function readName(sent: unknown): string {
  return (typeof sent === 'string' && clientTokenName(sent)) || 'MCP client';
}
