import { NotSignedInError } from './credentials-error.js';
import type { Env } from './folders.js';
import { LOCAL_HOST, normalizeHost } from './host.js';
import { type Login, type LoginFile, readLogins } from './read-logins.js';

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
