import type { ProblemDetail } from '@slipway/contracts';
import type { ProblemRecord, ProjectRecord } from '@slipway/db';
import { found } from '@slipway/http';
import type { RestServices } from '../../services.js';
import { presentProblem, presentProblemBuild } from './present-problem.js';
import { readProblemDays } from './read-problem-days.js';

/** Reads a problem with its builds and its days in a time zone, as its row and as clients see it. */
export async function readProblem(
  { reads, clock, baseUrl, redactors }: Pick<RestServices, 'reads' | 'clock' | 'baseUrl' | 'redactors'>,
  project: ProjectRecord,
  id: number,
  timeZone = 'UTC',
): Promise<{ readonly problem: ProblemRecord; readonly detail: ProblemDetail }> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const problem = found(await reads.findProblem(project.id, id));
  const builds = await reads.listProblemBuilds(project.id, id);
  const daysOf = await readProblemDays(reads, [id], { timeZone, now: clock.now() });
  const redactor = redactors.of(project);
  const detail = {
    ...presentProblem(problem, redactor, baseUrl),
    build_runs: builds.map((build) => presentProblemBuild(build, redactor)),
    days: daysOf(id),
  };
  return { problem, detail };
}
