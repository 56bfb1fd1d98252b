import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { WebhookDefinition } from '@octokit/webhooks-examples';
import { findProblem } from '../../find-problem.js';
import { eventOf } from '../../normalize.js';
import { operationProblem } from '../../operation-problem.fixture.js';
import { provider } from './index.js';

type Examples = readonly (Pick<WebhookDefinition, 'name'> & { examples: readonly Record<string, unknown>[] })[];

const { resolve } = createRequire(import.meta.url);
const releases = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];

function read(release: string): Examples {
  return JSON.parse(readFileSync(resolve(`@octokit/webhooks-examples/${release}/index.json`), 'utf8')) as Examples;
}

function process(name: string, payload: Record<string, unknown>) {
  const event = eventOf(provider, name);
  if (event === undefined) return { problem: null, operations: [] };
  const problem = findProblem(event.schema, payload);
  if (problem !== null) return { problem, operations: [] };
  const context = { receivedAt: Date.UTC(2026, 10, 2, 12), event: name, engine: 'custom', config: {} } as const;
  return { problem, operations: event.normalize(payload, context) };
}

const ignored: readonly string[] = provider.ignored;

describe.each(releases)('example payloads of %s', (release) => {
  const events = read(release);

  it('contain only events that are handled or ignored by name', () => {
    const strays = events.filter(({ name }) => eventOf(provider, name) === undefined && !ignored.includes(name));
    expect(strays.map(({ name }) => name)).toEqual([]);
  });

  it.each(events.filter(({ name }) => eventOf(provider, name) !== undefined))(
    'of $name all match the schema and produce well-formed operations',
    ({ name, examples }) => {
      expect(examples).not.toHaveLength(0);
      for (const payload of examples) {
        const { problem, operations } = process(name, payload);
        expect(problem).toBeNull();
        expect(operations.map(operationProblem).filter((found) => found !== null)).toEqual([]);
      }
    },
  );
});

describe('the examples of github.com', () => {
  const results = read('api.github.com').flatMap(({ name, examples }) =>
    examples.map((payload) => ({ name, kinds: process(name, payload).operations.map(({ kind }) => kind) })),
  );

  it.each([
    ['push', 'change'],
    ['push', 'ref_move'],
    ['pull_request', 'reference'],
    ['issues', 'reference'],
    ['issue_comment', 'reference'],
    ['workflow_run', 'build_report'],
    ['workflow_run', 'change'],
    ['workflow_job', 'build_steps'],
    ['check_run', 'build_report'],
    ['status', 'build_report'],
    ['deployment', 'deployment'],
    ['deployment_status', 'deployment'],
    ['release', 'deployment'],
  ])('contain a %s event with a %s operation', (event, kind) => {
    expect(results.some(({ name, kinds }) => name === event && kinds.some((given) => given === kind))).toBe(true);
  });
});
