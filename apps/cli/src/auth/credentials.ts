import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import { LOCAL_HOST, normalizeHost } from './host.js';
import { type Login, type Logins, openLogins } from './logins.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The token that commands send, and where it comes from. */
export interface Credentials {
  readonly token: string;
  readonly source: 'SLIPWAY_TOKEN' | 'login';
  /** The stored login of the host, also if SLIPWAY_TOKEN hides it. */
  readonly login: Login | undefined;
}

/** The host and token of a command line. */
export interface Session {
  readonly host: string;
  readonly logins: Logins;
  /** Null if nobody is signed in to the host. */
  readonly credentials: Credentials | null;
}

/** Finds host and token: `--host`, SLIPWAY_HOST or the last login; SLIPWAY_TOKEN or the login of that very host. */
export async function openSession(env: Env, hostOption: string | undefined): Promise<Session> {
  const logins = openLogins(env);
  const stored = await logins.read();
  const host = normalizeHost(hostOption ?? (env['SLIPWAY_HOST'] || stored.current || LOCAL_HOST));
  const login = stored.logins[host];
  const fromEnv = env['SLIPWAY_TOKEN'];
  if (fromEnv) return { host, logins, credentials: { token: fromEnv, source: 'SLIPWAY_TOKEN', login } };
  return {
    host,
    logins,
    credentials: login === undefined ? null : { token: login.token, source: 'login', login },
  };
}

/** The credentials of a session, or the error that says how to get some. */
export function requireCredentials({ host, credentials }: Session): Credentials {
  if (credentials !== null) return credentials;
  throw new CliError(`Not signed in to ${host}.`, {
    code: EXIT.auth,
    hint: 'Run `slipway auth login`, or set SLIPWAY_TOKEN to an API token.',
  });
}
