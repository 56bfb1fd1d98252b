import {
  completeLog,
  findLog,
  findUploadedOutput,
  giveUpLog,
  linkLog,
  postponeLog,
  type StoredLog,
  type UploadedOutput,
} from '@slipway/db';
import { logTail } from '@slipway/domain';
import type { JobContext } from '../define-job.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Enough, for most logs, for the part that reports bring. */
const TAIL_LINES = 4_000;

type SettleContext = Pick<JobContext, 'database' | 'clock' | 'failures' | 'baselines'>;

/**
 * Does what is left to do for a log of which everything received is stored: finds its build, and completes it at its end.
 * A log whose build is not reported within a day belongs to none.
 */
export async function settleLog(
  of: Pick<StoredLog, 'integrationId' | 'digest'>,
  { isEnd }: { readonly isEnd: boolean },
  context: SettleContext,
): Promise<void> {
  const { database, clock } = context;
  const stored = await findLog(database, of);
  if (stored === null) return;
  const linked = stored.buildRunId === null ? await linkLog(database, stored) : 'linked';
  if (linked === 'discarded') return;
  const log = await findLog(database, of);
  if (log === null) return;
  const silentMs = clock.now() - log.storedAt.getTime();
  if (linked === 'linked' && isEnd) return complete(log, context);
  if (linked === 'waiting' && silentMs >= DAY_MS) return giveUpLog(database, log);
  const awaitedSince = linked === 'waiting' ? log.openedAt : log.closedAt;
  const delayMs = awaitedSince === null ? DAY_MS - silentMs : delayAfter(clock.now() - awaitedSince.getTime());
  await postponeLog(database, log, delayMs);
}

/** Soon at first, because a build is reported, and the rest of a log arrives, at about the same time. */
function delayAfter(ageMs: number): number {
  return Math.min(Math.max(SECOND_MS, ageMs / 8), MINUTE_MS);
}

async function complete(log: StoredLog, { database, failures, baselines }: SettleContext): Promise<void> {
  const { buildRunId, projectId, integrationId } = log;
  if (buildRunId === null) return;
  const output = await findUploadedOutput(database, { projectId, buildRunId });
  const tail = output === null ? NO_OUTPUT : await tailOf(output);
  const completed = await completeLog(database, { ...log, buildRunId }, tail);
  if (completed === null) return;
  failures.add({ diagnoses: completed.diagnoses, investigations: [] });
  baselines.request({ projectId, integrationId }, completed.jobKey);
}

const NO_OUTPUT = { content: '', truncated: false };

/** The end of the output, as long as reports bring it. */
async function tailOf(output: UploadedOutput): Promise<typeof NO_OUTPUT> {
  for (let lines = TAIL_LINES; ; lines *= 4) {
    const end = await output.read({ tail: lines });
    const tail = logTail(end.lines.join('\n'));
    if (tail.truncated || end.fromLine === 1)
      return { content: tail.content, truncated: tail.truncated || output.truncated };
  }
}
