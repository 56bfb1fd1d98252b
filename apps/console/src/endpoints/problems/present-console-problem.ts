import type { ConsoleProblem, ConsoleProblemDetail } from '@slipway/contracts';
import type { ProblemRecord, ProjectRecord } from '@slipway/db';
import { found } from '@slipway/http';
import { presentProblem, presentProblemBuild, readProblemDays } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';

interface Presented {
  readonly project: ProjectRecord;
  readonly members: readonly { readonly id: number; readonly name: string }[];
  readonly services: ConsoleServices;
}

/** A problem with the names of the people it concerns. */
export function presentConsoleProblem(
  problem: ProblemRecord,
  { project, members, services }: Presented,
): Omit<ConsoleProblem, 'days'> {
  const nameOf = (userId: number | null) => members.find(({ id }) => id === userId)?.name ?? null;
  return {
    ...presentProblem(problem, services.redactors.of(project), services.baseUrl),
    assignee: nameOf(problem.assigneeUserId),
    suspect: nameOf(problem.suspectAuthorId),
  };
}

/** Reads a problem with everything that its page shows. */
export async function readProblemDetail(
  services: ConsoleServices,
  project: ProjectRecord,
  id: number,
): Promise<ConsoleProblemDetail> {
  const { reads, clock } = services;
  // Sequential, because these reads may share a transaction, which has only one connection.
  const problem = found(await reads.findProblem(project.id, id));
  const builds = await reads.listProblemBuilds(project.id, id);
  const daysOf = await readProblemDays(reads, [id], clock.now());
  const members = await reads.listMemberNames(project.accountId);
  return {
    ...presentConsoleProblem(problem, { project, members, services }),
    build_runs: builds.map((build) => presentProblemBuild(build, services.redactors.of(project))),
    days: daysOf(id),
    fix_build_run_id: problem.fixBuildRunId === null ? null : String(problem.fixBuildRunId),
    resolved_by: members.find((member) => member.id === problem.resolvedById)?.name ?? null,
  };
}
