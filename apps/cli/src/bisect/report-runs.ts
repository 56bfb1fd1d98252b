import { randomUUID } from 'node:crypto';
import type { CulpritSearch } from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import { isSlipwayError } from '../explain-error.js';
import { callPatiently } from './call-patiently.js';
import type { ProblemPath } from './choose-problem.js';
import type { Journal, UnreportedRun } from './journal.js';
import type { RunOutcome } from './judge-end.js';
import { openSearchService } from './search-service.js';
import type { NextRevision } from './workspace.js';

/** Writes results down before it reports them, so that a crash in between neither loses nor doubles one. */
export function runReporter(context: CommandContext, journal: Journal, path: ProblemPath) {
  async function send(run: UnreportedRun): Promise<CulpritSearch | null> {
    const { project_id, problem_id } = run;
    const service = await openSearchService(context, { project_id, problem_id });
    const kept = `The result of ${run.display_identifier} is kept.`;
    try {
      const search = await callPatiently(context, kept, () => service.report(run));
      await journal.forget(run.run_id);
      return search;
    } catch (error) {
      if (!isSlipwayError(error) || !isRefusal(error.status)) throw error;
      await journal.forget(run.run_id);
      context.output.warn(
        `The service does not count that ${run.display_identifier} ${run.outcome}: ${error.message}`,
      );
      return null;
    }
  }
  return {
    /** The search after the result; null if it no longer takes results. */
    async report(revision: NextRevision, outcome: RunOutcome): Promise<CulpritSearch | null> {
      const { identifier, display_identifier } = revision;
      const { host } = await context.session();
      const run = { host, ...path, run_id: randomUUID(), identifier, display_identifier, outcome };
      await journal.keep(run);
      return send(run);
    },
    /** Reports what an interrupted search in this folder could not. */
    async reportKept(): Promise<void> {
      const { host } = await context.session();
      for (const run of await journal.unreported(host)) {
        const search = await send(run);
        if (search !== null) context.output.warn(`Reported the kept result: ${describeOutcome(run)}.`);
      }
    },
  };
}

export type RunReporter = ReturnType<typeof runReporter>;

/** The search has ended, or its range is another one now; or the problem no longer exists. */
const isRefusal = (status: number) => status === 404 || status === 409 || status === 422;

/** What became of a revision, in words. */
export function describeOutcome({
  display_identifier,
  outcome,
}: Pick<UnreportedRun, 'display_identifier' | 'outcome'>) {
  return outcome === 'untestable' ? `${display_identifier} cannot be tested` : `${display_identifier} ${outcome}`;
}
