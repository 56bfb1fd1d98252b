import type { CulpritSearch } from '@slipway/contracts';
import { getCulpritSearch, reportCulpritRun, startCulpritSearch, stopCulpritSearch } from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import type { ProblemPath } from './choose-problem.js';
import type { RunOutcome } from './judge-end.js';

/** The search of a problem's culprit, as the service keeps it. */
export interface SearchService {
  read(): Promise<CulpritSearch>;
  /** Starts the search, or returns the one that is active. */
  start(maxRuns: number | undefined): Promise<CulpritSearch>;
  stop(): Promise<CulpritSearch>;
  /** Repeating a report has no effect. */
  report(run: ReportedRun): Promise<CulpritSearch>;
}

export interface ReportedRun {
  readonly run_id: string;
  readonly identifier: string;
  readonly outcome: RunOutcome;
}

export async function openSearchService(context: CommandContext, path: ProblemPath): Promise<SearchService> {
  const client = await context.client();
  const params = { project_id: path.project_id, problem_id: path.problem_id };
  return {
    read: () => client.call(getCulpritSearch, { params }),
    start(maxRuns) {
      const limit = maxRuns === undefined ? {} : { max_runs: maxRuns };
      return client.call(startCulpritSearch, { params, body: { ...limit, runs_by: 'client' } });
    },
    stop: () => client.call(stopCulpritSearch, { params }),
    report: ({ run_id, identifier, outcome }) =>
      client.call(reportCulpritRun, { params, body: { run_id, identifier, outcome } }),
  };
}
