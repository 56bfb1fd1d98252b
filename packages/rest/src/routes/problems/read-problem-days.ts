import type { ProblemDay } from '@slipway/contracts';
import type { ApiReads } from '@slipway/db';

/** How many days are shown, today included. */
const SHOWN_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Reads the last 30 days of some problems; returns a function that finds those of one. */
export async function readProblemDays(
  reads: Pick<ApiReads, 'listProblemDays'>,
  problemIds: readonly number[],
  now: number,
): Promise<(problemId: number) => ProblemDay[]> {
  const since = new Date(now - (SHOWN_DAYS - 1) * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const days = new Map<number, ProblemDay[]>();
  for (const { problemId, day, seenCount: count } of await reads.listProblemDays(problemIds, since)) {
    const known = days.get(problemId);
    if (known === undefined) days.set(problemId, [{ day, count }]);
    else known.push({ day, count });
  }
  return (problemId) => days.get(problemId) ?? [];
}
