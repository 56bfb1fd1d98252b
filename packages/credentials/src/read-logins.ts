import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CredentialsError } from './credentials-error.js';

/** What `slipway auth login` stored. */
export interface StoredLogins {
  /** The host of the last login. */
  readonly current: string | null;
  /** Tokens by host. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Reads the stored logins; there are none if the file does not exist. */
export async function readLogins(env: Readonly<Record<string, string | undefined>>): Promise<StoredLogins> {
  const path = join(configFolder(env['XDG_CONFIG_HOME']), 'slipway', 'logins.json');
  try {
    return parseLogins(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, tokens: new Map() };
    throw new CredentialsError(`${path} cannot be read. Remove the file and sign in again.`, { cause: error });
  }
}

/** The XDG specification ignores relative paths. */
function configFolder(configured: string | undefined): string {
  return configured?.startsWith('/') ? configured : join(homedir(), '.config');
}

function parseLogins(file: unknown): StoredLogins {
  const { current, logins } = fieldsOf(file);
  const tokens = Object.entries(fieldsOf(logins)).flatMap(([host, login]): [string, string][] => {
    const { token } = fieldsOf(login);
    return typeof token === 'string' && token !== '' ? [[host, token]] : [];
  });
  return { current: typeof current === 'string' ? current : null, tokens: new Map(tokens) };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
