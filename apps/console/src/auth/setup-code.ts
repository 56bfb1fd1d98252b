import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, hasNoUsers, loadSetupKey } from '@slipway/db';
import { type AppSecrets, isSetupCode, setupCodeOf } from '@slipway/domain';
import type { Logger } from '@slipway/runtime';

/** The setup code. It proves that the person who sets up a new service can read its log or its disk. */
export interface SetupCode {
  /** Logs the code and writes it to a file, once. If the service already has a user, discards it. */
  announce(): Promise<void>;
  matches(typed: string): Promise<boolean>;
  discard(): Promise<void>;
}

export interface SetupCodeOptions {
  readonly database: Database;
  readonly appSecrets: AppSecrets;
  readonly logger: Logger;
  /** DATA_DIR. */
  readonly folder: string;
}

const FILE = 'setup-code';
const OWNER_ONLY = 0o600;

export function createSetupCode({ database, appSecrets, logger, folder }: SetupCodeOptions): SetupCode {
  const file = join(folder, FILE);
  let announced = '';
  // A file that cannot be deleted does no harm: its code no longer works.
  const discard = () => rm(file, { force: true }).catch(() => undefined);
  return {
    discard,
    async announce() {
      if (!(await hasNoUsers(database))) return discard();
      const code = setupCodeOf(appSecrets, await loadSetupKey(database));
      if (code === announced) return;
      announced = code;
      logger.warn({ setupCode: code }, 'no account yet: open /setup and enter this code');
      await writeCode(folder, code).catch((error: Error) =>
        logger.warn({ err: error }, 'the setup code is only in the log because its file cannot be written'),
      );
    },
    async matches(typed) {
      return isSetupCode(appSecrets, await loadSetupKey(database), typed);
    },
  };
}

/** Several processes may share the folder, so each writes its own temporary file and renames it into place. */
async function writeCode(folder: string, code: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written = join(folder, `${FILE}.${process.pid}`);
  await rm(written, { force: true });
  await writeFile(written, `${code}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  await rename(written, join(folder, FILE));
}

const RETRY_MS = 2_000;

/** Announces the code once the database answers and is migrated. */
export async function announceAtStart({ announce }: SetupCode, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    try {
      return await announce();
    } catch {
      await delay(RETRY_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
    }
  }
}
