import { countSecrets, openDatabase, resealSecrets, type SecretCounts } from '@slipway/db';
import { appSecretsOf } from '@slipway/domain';
import { type Settings, SettingsError } from '@slipway/runtime';
import { reasonOf } from '../doctor/judge.js';

const TIMEOUT_MS = 30_000;

/**
 * Re-encrypts with APP_SECRET the stored secrets that still need a value of APP_SECRET_ALSO_ACCEPTED, and writes a line
 * about each step. Returns whether all of them can then be decrypted with APP_SECRET.
 */
export async function rotateSecret(settings: Settings, write: (line: string) => void): Promise<boolean> {
  const { DATABASE_URL: url } = settings;
  const appSecrets = appSecretsOf(settings);
  const database = openDatabase({
    url,
    name: 'slipway-rotate-secret',
    poolSize: 2,
    statementTimeoutMs: TIMEOUT_MS,
  });
  try {
    await database.ping().catch((error: unknown) => {
      throw new SettingsError([`DATABASE_URL: PostgreSQL cannot be used: ${reasonOf(error, url)}`]);
    });
    const { current, others, unreadable } = await countSecrets(database, appSecrets);
    write(`${current} stored secrets can be decrypted with APP_SECRET.`);
    write(`${others} need a value of APP_SECRET_ALSO_ACCEPTED.`);
    write(`${unreadable} can be decrypted with neither.`);
    await resealSecrets(database, appSecrets, (done) => write(`${done} of ${others} encrypted with APP_SECRET.`));
    const left = await countSecrets(database, appSecrets);
    write(verdict(left));
    return left.others + left.unreadable === 0;
  } finally {
    await database.close();
  }
}

function verdict({ others, unreadable }: SecretCounts): string {
  if (unreadable > 0)
    return `${unreadable} cannot be decrypted: add the value that encrypted them to APP_SECRET_ALSO_ACCEPTED.`;
  if (others > 0) return `${others} left: a process still encrypts with another APP_SECRET. Run this again.`;
  return 'None is left: no stored secret needs APP_SECRET_ALSO_ACCEPTED.';
}
