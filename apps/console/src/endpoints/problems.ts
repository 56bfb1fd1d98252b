import {
  type ConsoleProblem,
  type ConsoleProblemDetail,
  getConsoleProblem,
  listConsoleProblems,
  updateProblem,
} from '@slipway/contracts';
import { type ProblemRecord, type ProjectRecord, statedWait } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import {
  keysetPage,
  presentProblem,
  presentWaitsFor,
  readProblem,
  readProblemDays,
  saveProblemEdit,
} from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { FORMER_MEMBER, memberNames } from '../presenters.js';
import type { ConsoleServices } from '../services.js';
import { zoneOf } from '../zone-of.js';

export const list = defineConsoleEndpoint(listConsoleProblems, async ({ project, query, services }) => {
  const { reads, cursors, clock } = services;
  const page = keysetPage(cursors, { list: listConsoleProblems, scope: project.id, query });
  const problems = await reads.listProblems(project.id, { state: query.state }, page);
  const { rows, pagination } = page.end(problems, ({ lastSeenAt, id }) => ({ at: lastSeenAt, id }));
  const ids = rows.map(({ id }) => id);
  const [daysOf, nameOf] = await Promise.all([
    readProblemDays(reads, ids, { timeZone: zoneOf(query), now: clock.now() }),
    memberNames(services, project.accountId),
  ]);
  const shown = rows.map((row) => {
    const assignee = nameOf(row.assigneeUserId) === null ? null : row.assigneeUserId;
    return {
      ...presentConsoleProblem(row, { project, nameOf, services }),
      days: daysOf(row.id),
      waits_for: presentWaitsFor(statedWait(row, assignee, clock.now()), named(nameOf)),
    };
  });
  return { problems: shown, pagination };
});

export const get = defineConsoleEndpoint(getConsoleProblem, ({ project, params, query, services }) =>
  readProblemDetail(services, project, found(parseLargeRowId(params.problem_id)), zoneOf(query)),
);

export const update = defineConsoleChange(updateProblem, async (input) => {
  const { caller, project, params, query, body, tx, services } = input;
  const edit = { project, problemId: params.problem_id, caller, body };
  const id = await saveProblemEdit(tx, { ...edit, now: services.clock.now() });
  return readProblemDetail(services, project, id, zoneOf(query));
});

const named =
  (nameOf: Presented['nameOf']) =>
  (userId: number): string =>
    nameOf(userId) ?? FORMER_MEMBER;

interface Presented {
  readonly project: ProjectRecord;
  nameOf(userId: number | null): string | null;
  readonly services: ConsoleServices;
}

function presentConsoleProblem(
  problem: ProblemRecord,
  { project, nameOf, services }: Presented,
): Omit<ConsoleProblem, 'days' | 'waits_for'> {
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
  const { problem, detail, waitsFor } = await readProblem(services, project, id, timeZone);
  const nameOf = await memberNames(services, project.accountId);
  return {
    ...detail,
    ...presentConsoleProblem(problem, { project, nameOf, services }),
    waits_for: presentWaitsFor(waitsFor, named(nameOf)),
    fix_build_run_id: problem.fixBuildRunId === null ? null : String(problem.fixBuildRunId),
    resolved_by: nameOf(problem.resolvedById),
  };
}
