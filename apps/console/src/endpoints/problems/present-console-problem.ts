import type { ConsoleProblem, ConsoleProblemDetail } from '@slipway/contracts';
import type { ProblemRecord, ProjectRecord } from '@slipway/db';
import { presentProblem, readProblem } from '@slipway/rest';
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
  timeZone: string,
): Promise<ConsoleProblemDetail> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const { problem, detail } = await readProblem(services, project, id, timeZone);
  const members = await services.reads.listMemberNames(project.accountId);
  return {
    ...detail,
    ...presentConsoleProblem(problem, { project, members, services }),
    fix_build_run_id: problem.fixBuildRunId === null ? null : String(problem.fixBuildRunId),
    resolved_by: members.find((member) => member.id === problem.resolvedById)?.name ?? null,
  };
}
