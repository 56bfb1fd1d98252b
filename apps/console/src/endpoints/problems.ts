import {
  type ConsoleProblem,
  type ConsoleProblemDetail,
  getConsoleProblem,
  listConsoleProblems,
  updateProblem,
} from '@slipway/contracts';
import type { ProblemRecord, ProjectRecord } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, presentProblem, readProblem, readProblemDays, saveProblemEdit } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';
import { zoneOf } from '../zone-of.js';

export const list = defineConsoleEndpoint(listConsoleProblems, async ({ project, query, services }) => {
  const { reads, cursors, clock } = services;
  const page = keysetPage(cursors, { list: listConsoleProblems, scope: project.id, query });
  const problems = await reads.listProblems(project.id, { state: query.state }, page);
  const { rows, pagination } = page.end(problems, ({ lastSeenAt, id }) => ({ at: lastSeenAt, id }));
  const ids = rows.map(({ id }) => id);
  const [daysOf, members] = await Promise.all([
    readProblemDays(reads, ids, { timeZone: zoneOf(query), now: clock.now() }),
    reads.listMemberNames(project.accountId),
  ]);
  const shown = rows.map((row) => ({
    ...presentConsoleProblem(row, { project, members, services }),
    days: daysOf(row.id),
  }));
  return { problems: shown, pagination };
});

export const get = defineConsoleEndpoint(getConsoleProblem, ({ project, params, query, services }) =>
  readProblemDetail(services, project, found(parseLargeRowId(params.problem_id)), zoneOf(query)),
);

export const update = defineConsoleChange(updateProblem, async (input) => {
  const { caller, project, params, query, body, tx, services } = input;
  const edit = { projectId: project.id, problemId: params.problem_id, userId: caller.userId, body };
  const id = await saveProblemEdit(tx, { ...edit, now: services.clock.now() });
  return readProblemDetail(services, project, id, zoneOf(query));
});

interface Presented {
  readonly project: ProjectRecord;
  readonly members: readonly { readonly id: number; readonly name: string }[];
  readonly services: ConsoleServices;
}

function presentConsoleProblem(
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

async function readProblemDetail(
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
