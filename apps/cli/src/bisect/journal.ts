import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, stateFolder } from '@slipway/credentials';
import { readJsonFile, writeJsonFile } from '../private-file.js';
import type { RunOutcome } from './judge-end.js';

/** A result that the service may not have yet. Its run id makes a second report of it have no effect. */
export interface UnreportedRun {
  readonly host: string;
  readonly project_id: string;
  readonly problem_id: string;
  readonly run_id: string;
  readonly identifier: string;
  readonly display_identifier: string;
  readonly outcome: RunOutcome;
}

interface JournalEntry {
  readonly folder: string;
  /** The branch or commit that the work tree was at before the first step. */
  readonly return_to: string | null;
  readonly unreported: readonly UnreportedRun[];
}

/**
 * What a search in a folder must remember if this process is killed. Everything else is known to the service. The file is
 * removed as soon as there is nothing to remember.
 */
export function openJournal(env: Env, folder: string) {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = join(stateFolder(env), 'bisect', `${digest}.json`);
  const none: JournalEntry = { folder, return_to: null, unreported: [] };
  const read = async () =>
    ((await readJsonFile(path, `Remove ${path}; the result in it is lost.`)) as JournalEntry | undefined) ?? none;
  const write = async (entry: JournalEntry) => {
    if (entry.return_to === null && entry.unreported.length === 0) await rm(path, { force: true });
    else await writeJsonFile(path, entry);
  };
  return {
    async returnTo(): Promise<string | null> {
      return (await read()).return_to;
    },
    async setReturnTo(revision: string | null): Promise<void> {
      await write({ ...(await read()), return_to: revision });
    },
    async unreported(host: string): Promise<readonly UnreportedRun[]> {
      return (await read()).unreported.filter((run) => run.host === host);
    },
    async keep(run: UnreportedRun): Promise<void> {
      const entry = await read();
      await write({ ...entry, unreported: [...entry.unreported, run] });
    },
    async forget(runId: string): Promise<void> {
      const entry = await read();
      await write({ ...entry, unreported: entry.unreported.filter(({ run_id }) => run_id !== runId) });
    },
  };
}

export type Journal = ReturnType<typeof openJournal>;
