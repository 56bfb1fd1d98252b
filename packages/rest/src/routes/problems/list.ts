import { listProblems } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentProblem } from './present-problem.js';

export const endpoint = defineEndpoint(listProblems, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listProblems, scope: project.id, query });
  const problems = await services.reads.listProblems(project.id, { state: query.state }, page);
  const { rows, pagination } = page.end(problems, ({ lastSeenAt, id }) => ({ at: lastSeenAt, id }));
  const redactor = services.redactors.of(project);
  return { problems: rows.map((row) => presentProblem(row, redactor, services.baseUrl)), pagination };
});
