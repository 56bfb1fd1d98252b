import { findCredentials, openDatabase, resetFactors } from '@slipway/db';
import { type Settings, SettingsError } from '@slipway/runtime';
import { reasonOf } from '../doctor/judge.js';

const TIMEOUT_MS = 30_000;

/** Removes the second factor of the user with an address, and writes what it did. Returns whether there was one. */
export async function resetSecondFactor(
  { DATABASE_URL: url }: Pick<Settings, 'DATABASE_URL'>,
  email: string,
  write: (line: string) => void,
): Promise<boolean> {
  const database = openDatabase({
    url,
    name: 'slipway-reset-second-factor',
    poolSize: 1,
    statementTimeoutMs: TIMEOUT_MS,
  });
  try {
    await database.ping().catch((error: unknown) => {
      throw new SettingsError([`DATABASE_URL: PostgreSQL cannot be used: ${reasonOf(error, url)}`]);
    });
    const user = await findCredentials(database, email);
    if (user === null) {
      write('No user has this address.');
      return false;
    }
    const source = { ipAddress: '', userAgent: 'npm run reset-second-factor' };
    const removal = { userId: user.id, resetById: null, now: new Date(), source };
    const isRemoved = (await database.modelTransaction((tx) => resetFactors(tx, removal))) === 'reset';
    write(isRemoved ? 'Removed. The user signs in with their password.' : 'The user has no second factor.');
    return isRemoved;
  } finally {
    await database.close();
  }
}
