import { CredentialsError } from './credentials-error.js';
import { normalizeHost } from './normalize-host.js';
import { readLogins } from './read-logins.js';

/** The address of a service that `npm start` runs on the same machine. */
const LOCAL_HOST = 'http://127.0.0.1:8080';

/** Where to send requests, and the token to send. */
export interface Credentials {
  readonly host: string;
  readonly token: string;
  readonly source: 'SLIPWAY_TOKEN' | 'login';
}

/**
 * Finds host and token as the command line does: SLIPWAY_HOST or the host of the last login; SLIPWAY_TOKEN or the login
 * of that very host, because a token is only sent to the host that it was made for.
 */
export async function findCredentials(env: Readonly<Record<string, string | undefined>>): Promise<Credentials> {
  const { current, tokens } = await readLogins(env);
  const host = normalizeHost(env['SLIPWAY_HOST'] || current || LOCAL_HOST);
  const given = env['SLIPWAY_TOKEN'];
  if (given) return { host, token: given, source: 'SLIPWAY_TOKEN' };
  const stored = tokens.get(host);
  if (stored !== undefined) return { host, token: stored, source: 'login' };
  throw new CredentialsError(
    `There is no token for ${host}. Run \`slipway auth login\`, or set SLIPWAY_TOKEN to an API token.`,
  );
}
