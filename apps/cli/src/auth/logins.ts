import { type Env, type Login, loginsPath, readLogins } from '@slipway/credentials';
import { writeJsonFile } from '../private-file.js';

/** Stores a login and makes it the default. */
export async function saveLogin(env: Env, host: string, login: Login): Promise<void> {
  const { logins } = await readLogins(env);
  await writeJsonFile(loginsPath(env), { current: host, logins: { ...logins, [host]: login } });
}

export async function removeLogin(env: Env, host: string): Promise<void> {
  const { current, logins } = await readLogins(env);
  const { [host]: _, ...others } = logins;
  await writeJsonFile(loginsPath(env), { current: current === host ? null : current, logins: others });
}
