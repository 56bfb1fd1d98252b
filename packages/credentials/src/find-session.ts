import { NotSignedInError } from './credentials-error.js';
import type { Env } from './folders.js';
import { LOCAL_HOST, normalizeHost } from './host.js';
import { type Login, type LoginFile, readLogins } from './read-logins.js';

/** The token to send, and where it comes from. */
export interface Credentials {
  readonly token: string;
  readonly source: 'SLIPWAY_TOKEN' | 'login';
  /** The stored login of the host, also if SLIPWAY_TOKEN hides it. */
  readonly login: Login | undefined;
}

/** Where to send requests. */
export interface Session {
  readonly host: string;
  readonly stored: LoginFile;
  /** Null if nobody is signed in to the host. */
  readonly credentials: Credentials | null;
}

/**
 * Finds host and token: the given host, SLIPWAY_HOST or that of the last login; SLIPWAY_TOKEN or the login of that very
 * host, because a token is only sent to the host that it was made for.
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

/** The credentials of a session, or the error that says how to get some. */
export function requireCredentials({ host, credentials }: Session): Credentials {
  if (credentials !== null) return credentials;
  throw new NotSignedInError(host);
}
