import { PASSED_STATUSES } from '@slipway/contracts';
import type { MainJobBuild } from '@slipway/db';

/** The builds of a job since it last passed. */
export interface BrokenRun {
  readonly since: MainJobBuild;
  readonly latest: MainJobBuild;
  readonly failures: number;
  readonly isOpenEnded: boolean;
}

const PASSED: ReadonlySet<string> = new Set(PASSED_STATUSES);

/** When a job broke; null if its last result is a pass. Running and cancelled builds are skipped. */
export function findBrokenRun(builds: readonly MainJobBuild[]): BrokenRun | null {
  const results = builds.filter(({ status }) => status === 'failed' || PASSED.has(status));
  const lastPass = results.findLastIndex(({ status }) => PASSED.has(status));
  const failed = results.slice(lastPass + 1);
  const [since] = failed;
  const latest = failed.at(-1);
  if (since === undefined || latest === undefined) return null;
  return { since, latest, failures: failed.length, isOpenEnded: lastPass === -1 };
}
