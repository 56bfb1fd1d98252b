import { join } from 'node:path';
import { configFolder } from '../folders.js';
import { readJsonFile, writeJsonFile } from '../private-file.js';

/** A stored token, with what the service answered when it was stored. */
export interface Login {
  readonly token: string;
  readonly method: 'browser' | 'token';
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
}

interface LoginFile {
  /** The host of the last login, which commands use by default. */
  readonly current: string | null;
  /** By host, because a token is only sent to the host that it was made for. */
  readonly logins: Readonly<Record<string, Login>>;
}

/** The stored logins. */
export interface Logins {
  readonly path: string;
  read(): Promise<LoginFile>;
  save(host: string, login: Login): Promise<void>;
  remove(host: string): Promise<void>;
}

/** The logins in the configuration folder. */
export function openLogins(env: Readonly<Record<string, string | undefined>>): Logins {
  const path = join(configFolder(env), 'logins.json');
  async function read(): Promise<LoginFile> {
    const file = ((await readJsonFile(path)) ?? {}) as Partial<LoginFile>;
    return { current: file.current ?? null, logins: file.logins ?? {} };
  }
  return {
    path,
    read,
    async save(host, login) {
      const { logins } = await read();
      await writeJsonFile(path, { current: host, logins: { ...logins, [host]: login } });
    },
    async remove(host) {
      const { current, logins } = await read();
      const { [host]: _, ...others } = logins;
      await writeJsonFile(path, { current: current === host ? null : current, logins: others });
    },
  };
}
