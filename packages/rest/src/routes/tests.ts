import { getTest, listTests } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, withoutLimit } from '../page.js';
import { defineEndpoint } from '../services.js';
import { presentTest, readTest } from './tests/test-detail.js';

export const list = defineEndpoint(listTests, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listTests, scope: project.id, query });
  const { verdict, muted, suite, q: text } = query;
  const tests = await services.reads.listProjectTests(project.id, { verdict, muted, suite, text }, page);
  const { rows, pagination } = page.end(tests, ({ id }) => ({ at: new Date(0), id }));
  const ids = rows.map(({ id }) => id);
  const last = await services.reads.readLastResults(project.id, ids);
  const redactor = services.redactors.of(project);
  return {
    tests: rows.map((test) => presentTest(test, last.get(test.id), redactor)),
    ...withoutLimit(pagination),
  };
});

export const get = defineEndpoint(getTest, ({ project, params, services }) =>
  readTest(services, project, found(parseLargeRowId(params.test_id))),
);
