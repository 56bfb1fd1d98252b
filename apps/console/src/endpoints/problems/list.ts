import { listConsoleProblems } from '@slipway/contracts';
import { keysetPage, readProblemDays } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { zoneOf } from '../../zone-of.js';
import { presentConsoleProblem } from './present-console-problem.js';

export const endpoint = defineConsoleEndpoint(listConsoleProblems, async ({ project, query, services }) => {
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
