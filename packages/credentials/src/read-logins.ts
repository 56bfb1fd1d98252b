import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CredentialsError } from './credentials-error.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** An XDG base directory. Relative paths are ignored, as the specification requires. */
function xdgFolder(configured: string | undefined, fallback: string): string {
  const base = configured !== undefined && isAbsolute(configured) ? configured : join(homedir(), fallback);
  return join(base, 'slipway');
}

function configFolder({ XDG_CONFIG_HOME }: Env): string {
  return xdgFolder(XDG_CONFIG_HOME, '.config');
}

/** Where waiting reports and the projects chosen for folders are stored. */
export function stateFolder({ XDG_STATE_HOME }: Env): string {
  return xdgFolder(XDG_STATE_HOME, join('.local', 'state'));
}

/** Where downloads are stored that can be repeated. */
export function cacheFolder({ XDG_CACHE_HOME }: Env): string {
  return xdgFolder(XDG_CACHE_HOME, '.cache');
}

/** A stored token, with the service's response at the time it was stored. */
export interface Login {
  readonly token: string;
  readonly method: 'browser' | 'token';
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
}

export interface LoginFile {
  /** The host of the last login, used by default. */
  readonly current: string | null;
  /** Logins by host, because a token is only sent to the host it was created for. */
  readonly logins: Readonly<Record<string, Login>>;
}

export function loginsPath(env: Env): string {
  return join(configFolder(env), 'logins.json');
}

/** Reads the stored logins; empty if the file does not exist. */
export async function readLogins(env: Env): Promise<LoginFile> {
  const path = loginsPath(env);
  try {
    return parseLogins(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, logins: {} };
    throw new CredentialsError(`${path} cannot be read: ${(error as Error).message}`, {
      hint: `Remove ${path} and sign in again.`,
      cause: error,
    });
  }
}

/** Entries without a token are left out. */
function parseLogins(file: unknown): LoginFile {
  const { current, logins } = fieldsOf(file);
  const usable = Object.entries(fieldsOf(logins)).filter(([, login]) => {
    const { token } = fieldsOf(login);
    return typeof token === 'string' && token !== '';
  });
  return {
    current: typeof current === 'string' ? current : null,
    logins: Object.fromEntries(usable) as Record<string, Login>,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
