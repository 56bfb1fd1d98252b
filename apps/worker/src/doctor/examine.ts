import { type CheckFinding, finding } from '@slipway/domain';
import { loadSettings, type Settings, SettingsError } from '@slipway/runtime';
import { checkDatabase } from './check-database.js';
import { checkMail, checkMeaning, checkSpool } from './check-machine.js';
import { checkRedis } from './check-redis.js';

/** Checks settings, PostgreSQL, Redis, spool and mail as a process of the service would see them. */
export async function examine(env?: NodeJS.ProcessEnv): Promise<CheckFinding[]> {
  const settings = readSettings(env);
  if (Array.isArray(settings)) return settings;
  const found = await Promise.all([
    checkDatabase(settings),
    checkRedis(settings),
    checkSpool(settings),
    checkMail(settings).then((one) => [one]),
  ]);
  return [...checkMeaning(settings), ...found.flat()];
}

function readSettings(env: NodeJS.ProcessEnv | undefined): Settings | CheckFinding[] {
  try {
    return loadSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const remedy = 'Set it for this command as it is set for the service.';
    return error.problems.map((text) => finding.problem('settings', `${text}.`, remedy));
  }
}
