import { CredentialsError, NotSignedInError } from './credentials-error.js';
import type { Env } from './read-logins.js';
import { type Login, type LoginFile, readLogins } from './read-logins.js';

/** The address of a service that runs on the same machine with `npm start`. */
export const LOCAL_HOST = 'http://127.0.0.1:8080';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:|$|\/)/i;

/** A service's address in a uniform spelling, without a trailing slash. Without a scheme, only this machine is http. */
export function normalizeHost(written: string): string {
  const scheme = LOOPBACK.test(written) ? 'http' : 'https';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `${scheme}://${written}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (url === null || !isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new CredentialsError(`${written} is not the address of a service.`, {
      hint: 'Give an address such as https://slipway.example.com.',
    });
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a token would be sent to this host unencrypted. */
export function isUnencrypted(host: string): boolean {
  return host.startsWith('http://') && !LOOPBACK.test(host.slice('http://'.length));
}

/** The token to send, and where it comes from. */
export interface Credentials {
  readonly token: string;
  readonly source: 'SLIPWAY_TOKEN' | 'login';
  /** The stored login for the host, even if SLIPWAY_TOKEN takes precedence. */
  readonly login: Login | undefined;
}

/** Where to send requests, and the credentials for it. */
export interface Session {
  readonly host: string;
  readonly stored: LoginFile;
  /** Null if there is no login for the host. */
  readonly credentials: Credentials | null;
}

/**
 * Finds the host and token. The host is the given one, SLIPWAY_HOST, or that of the last login. The token is
 * SLIPWAY_TOKEN or the login for exactly that host, because a token is only sent to the host it was created for.
 */
export async function findSession(env: Env, given?: string): Promise<Session> {
  const stored = await readLogins(env);
  const host = normalizeHost(given ?? (env['SLIPWAY_HOST'] || stored.current || LOCAL_HOST));
  const login = stored.logins[host];
  const token = env['SLIPWAY_TOKEN'];
  if (token) return { host, stored, credentials: { token, source: 'SLIPWAY_TOKEN', login } };
  return {
    host,
    stored,
    credentials: login === undefined ? null : { token: login.token, source: 'login', login },
  };
}

/** Returns a session's credentials, or throws an error that says how to get some. */
export function requireCredentials({ host, credentials }: Session): Credentials {
  if (credentials !== null) return credentials;
  throw new NotSignedInError(host);
}
