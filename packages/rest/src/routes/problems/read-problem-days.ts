import type { ProblemDay } from '@slipway/contracts';
import type { ApiReads } from '@slipway/db';
import { accountDay, dayStarts } from '@slipway/domain';

/** How many days are shown, today included. */
const SHOWN_DAYS = 30;

/** Whose days are counted, and until when. */
export interface DaysUntil {
  readonly timeZone: string;
  readonly now: number;
}

/** Reads the last 30 days of some problems in a time zone; returns a function that finds those of one. */
export async function readProblemDays(
  reads: Pick<ApiReads, 'listProblemDays'>,
  problemIds: readonly number[],
  { timeZone, now }: DaysUntil,
): Promise<(problemId: number) => ProblemDay[]> {
  const starts = dayStarts(now, timeZone, SHOWN_DAYS);
  const days = new Map<number, ProblemDay[]>();
  for (const { problemId, place, seenCount: count } of await reads.listProblemDays({ problemIds, starts })) {
    const { date: day } = accountDay((starts[place - 1] as Date).getTime(), timeZone);
    const known = days.get(problemId);
    if (known === undefined) days.set(problemId, [{ day, count }]);
    else known.push({ day, count });
  }
  return (problemId) => days.get(problemId) ?? [];
}
