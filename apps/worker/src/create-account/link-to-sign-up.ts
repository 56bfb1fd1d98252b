import { createSignUp, openDatabase } from '@slipway/db';
import { appSecretsOf, createSignUpLinks, signUpPath } from '@slipway/domain';
import { type Settings, SettingsError } from '@slipway/runtime';
import { reasonOf } from '../doctor/judge.js';

const TIMEOUT_MS = 30_000;
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** A link with which the owner of an address creates an account. */
export async function linkToSignUp(settings: Settings, email: string): Promise<string> {
  const { DATABASE_URL: url, BASE_URL: baseUrl } = settings;
  const name = 'slipway-create-account';
  const database = openDatabase({ url, name, poolSize: 1, statementTimeoutMs: TIMEOUT_MS });
  try {
    await database.ping().catch((error: unknown) => {
      throw new SettingsError([`DATABASE_URL: PostgreSQL cannot be used: ${reasonOf(error, url)}`]);
    });
    const id = await createSignUp(database, email, { now: new Date(), lifetimeMs: LIFETIME_MS });
    return baseUrl + signUpPath(createSignUpLinks(appSecretsOf(settings)).tokenOf(id));
  } finally {
    await database.close();
  }
}
