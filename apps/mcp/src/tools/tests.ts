import { getTest, listTests } from '@slipway/contracts';
import type { Static } from 'typebox';
import { queryArguments } from '../contract-arguments.js';
import { defineReadTool } from '../define-read-tool.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

/** Newest first. More of them would leave no room for the texts of failures. */
const SHOWN_RUNS = 20;
const SHOWN_FAILURES = 3;

export const getTestTool = defineReadTool(getTest, {
  name: 'get_test',
  title: 'Get a test',
  description:
    `Returns a test: verdict, reason and newest ${SHOWN_RUNS} runs on each variant, and the newest ` +
    `${SHOWN_FAILURES} failures.`,
  toolset: 'builds',
  present: ({ variants, failures, ...test }) => ({
    ...test,
    variants: variants.map(({ history, ...variant }) => ({ ...variant, history: history.slice(0, SHOWN_RUNS) })),
    failures: failures.slice(0, SHOWN_FAILURES),
  }),
  summary: ({ id, verdict, muted_until }) =>
    `Test ${id} is ${verdict}${muted_until === null ? '' : `, and muted until ${muted_until}`}.`,
});

const { verdict, suite, q, limit, cursor } = queryArguments(listTests);

export const listFlakyTestsTool = defineTool({
  name: 'list_flaky_tests',
  title: 'List flaky tests',
  description: 'Lists tests that fail now and then on good code, or those with another verdict.',
  toolset: 'builds',
  endpoints: [listTests],
  input: argumentsOf({ project, verdict, suite, q, limit, cursor }),
  output: listTests.response,
  async run({ project: reference, ...input }, context) {
    const params = await findProject(reference, context);
    const query = { ...input, verdict: input.verdict ?? 'flaky' };
    const data: Static<typeof listTests.response> = await context.client.call(listTests, {
      params,
      query,
      signal: context.signal,
    });
    return { summary: `${data.tests.length} ${query.verdict} tests.`, data };
  },
});
