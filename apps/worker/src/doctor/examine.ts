import { type CheckFinding, finding } from '@slipway/domain';
import { findUnknownSettings, loadSettings, type Settings, SettingsError } from '@slipway/runtime';
import { checkDatabase } from './check-database.js';
import { checkMail, checkMeaning, checkSpool } from './check-machine.js';
import { checkObjectStore } from './check-object-store.js';
import { checkOtherDatabases } from './check-other-databases.js';
import { checkRedis } from './check-redis.js';
import { inspectServer } from './inspected-database.js';

/** Checks settings, PostgreSQL, Redis, spool, object store and mail as a process of the service would see them. */
export async function examine(env?: NodeJS.ProcessEnv): Promise<CheckFinding[]> {
  const settings = readSettings(env);
  const unknown = checkNames(env);
  if (Array.isArray(settings)) return [...settings, ...unknown];
  const primary = inspectServer(settings.DATABASE_URL);
  const found = await Promise.all([
    checkDatabase(settings, primary.inspected),
    checkOtherDatabases(settings, primary.inspected),
    checkRedis(settings),
    checkSpool(settings),
    checkObjectStore(settings),
    checkMail(settings).then((one) => [one]),
  ]).finally(primary.close);
  return [...checkMeaning(settings), ...unknown, ...found.flat()];
}

/** Finds variables that are probably misspelled settings, which no process reads. */
function checkNames(env: NodeJS.ProcessEnv | undefined): CheckFinding[] {
  return findUnknownSettings(env).map(({ name, nearest }) =>
    finding.warning(
      'unknown setting',
      `No process reads ${name}.`,
      `If you mean ${nearest}, rename it (infra/docs/operate/settings.md).`,
    ),
  );
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
