import { describe, expect, it } from '@jest/globals';
import {
  createTask,
  listReferences,
  listTasks,
  PRIORITIES,
  TASK_STATES,
  TASK_TYPES,
  updateTask,
} from '@slipway/contracts';
import { runs } from '@slipway/testing';
import fc from 'fast-check';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}`;
const { id: taskId } = await make.task(project);
const { userId } = await make.member(project);
await make.reference(project);

const often = runs(150);
const PATIENCE_MS = 120_000;

const words = fc.constantFrom(
  ...['to_do', 'blocked,completed', 'bug', 'low', 'handle:bot', `user:${userId}`, 'user:99999999999999999999'],
  ...['1', '0', '-1', '50', '1e3', '9'.repeat(400), 'true', '', '2026-11-01', '2026-11-01T10:00:00+05:30'],
  ...[
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59.999999999-23:59',
    'jira',
    'HARB-1',
    '\0',
    '%',
    "' OR 1=1 --",
  ],
);
const text = fc.oneof(words, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const name = (known: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'limit[]', 'state[a]', 'toString', '') },
    { weight: 1, arbitrary: fc.string() },
  );

const scalar = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, userId, 'bot', 'to_do'),
);
const anything = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** Mostly what the endpoint takes, so that the handler is reached, each field now and then anything at all. */
const fieldsOf = (known: readonly string[]) => {
  const plausible: Record<string, fc.Arbitrary<unknown>> = {
    title: fc.string({ unit: 'grapheme', minLength: 1 }),
    description: text,
    description_append: text,
    state: fc.constantFrom(...TASK_STATES),
    task_type: fc.constantFrom(...TASK_TYPES),
    priority: fc.constantFrom(...PRIORITIES),
    assignee_handle: fc.constantFrom('bot', null),
    user_id: fc.constantFrom(userId, null),
    labels: fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }),
    metadata: fc.dictionary(text, fc.jsonValue()),
  };
  const field = (key: string) =>
    fc.oneof({ weight: 15, arbitrary: plausible[key] ?? anything }, { weight: 1, arbitrary: anything });
  return fc.record(Object.fromEntries(known.map((key) => [key, field(key)])), { requiredKeys: [] });
};
const bodyOf = (known: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ task: fieldsOf(known) }) },
    { weight: 1, arbitrary: fc.record({ task: fc.dictionary(name(known), anything, { maxKeys: 6 }) }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

const encode = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value.toWellFormed())}`).join('&');

/** Refusals are answers; a 5xx is not. */
function expectAnswer(
  { status, body }: { status: number; body: { error?: string } },
  refusals: readonly number[],
) {
  expect([status < 300 || refusals.includes(status), status, body]).toEqual([true, status, body]);
}

describe.each([
  ['tasks', listTasks],
  ['references', listReferences],
])('GET %s', (list, { query }) => {
  it(
    'answers any query',
    async () => {
      const pair = fc.tuple(
        name(Object.keys(query)).map((key) => key.toWellFormed()),
        text,
      );
      const property = fc.asyncProperty(fc.array(pair, { maxLength: 5 }), async (pairs) => {
        expectAnswer(await api.get(`${base}/${list}?${encode(pairs)}`), [400, 422]);
      });
      await fc.assert(property, often);
    },
    PATIENCE_MS,
  );

  it(
    'answers any cursor',
    async () => {
      const cursor = fc.oneof(
        text,
        fc.base64String(),
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
      );
      const property = fc.asyncProperty(cursor, async (value) => {
        expectAnswer(await api.get(`${base}/${list}?${encode([['cursor', value]])}`), [400]);
      });
      await fc.assert(property, often);
    },
    PATIENCE_MS,
  );
});

it(
  'GET members, and tasks by id, answer any address',
  async () => {
    const property = fc.asyncProperty(text, text, async (segment, value) => {
      const id = encodeURIComponent(segment.toWellFormed()) || '0';
      expectAnswer(await api.get(`${base}/tasks/${id}?${encode([[value.toWellFormed(), value]])}`), [404, 422]);
      expectAnswer(await api.get(`${base}/members?${encode([[value.toWellFormed(), value]])}`), [422]);
    });
    await fc.assert(property, often);
  },
  PATIENCE_MS,
);

describe('writing tasks', () => {
  it(
    'POST answers any body',
    async () => {
      const body = bodyOf(Object.keys(createTask.body.fields));
      let taken = 0;
      const property = fc.asyncProperty(body, async (sent) => {
        const answer = await api.post(`${base}/tasks`, undefined).type('json').send(JSON.stringify(sent));
        expectAnswer(answer, [400, 422]);
        taken += answer.status === 201 ? 1 : 0;
      });
      await fc.assert(property, often);
      expect(taken).toBeGreaterThan(often.numRuns / 10);
    },
    PATIENCE_MS,
  );

  it(
    'PATCH answers any body, and what it took is what is read',
    async () => {
      const body = bodyOf(Object.keys(updateTask.body.fields));
      let taken = 0;
      const property = fc.asyncProperty(body, async (sent) => {
        const path = `${base}/tasks/${taskId}`;
        const answer = await api.patch(path, undefined).type('json').send(JSON.stringify(sent));
        expectAnswer(answer, [400, 422]);
        if (answer.status !== 200) return;
        taken += 1;
        expect((await api.get(path)).body).toEqual(answer.body);
      });
      await fc.assert(property, often);
      expect(taken).toBeGreaterThan(often.numRuns / 10);
    },
    PATIENCE_MS,
  );

  it(
    'text and metadata come back as they were written',
    async () => {
      const storable = fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
        .filter((value) => !value.includes('\0'));
      const task = fc.record({
        title: storable,
        description: storable,
        labels: fc.uniqueArray(storable, { maxLength: 5 }),
        metadata: fc.dictionary(
          storable.filter((key) => key !== 'via_api_token_id'),
          fc.jsonValue({ maxDepth: 3 }),
        ),
      });
      const property = fc.asyncProperty(task, async (written) => {
        const { status, body } = await api.post(`${base}/tasks`, { task: written });
        if (status === 422) return expect(JSON.stringify(written.metadata)).toMatch(/\\u0000|\\ud/);
        expect(status).toBe(201);
        const { via_api_token_id: _, ...metadata } = body.metadata;
        const sent = JSON.parse(JSON.stringify(written));
        expect({ title: body.title, description: body.description, labels: body.labels, metadata }).toEqual(sent);
      });
      await fc.assert(property, often);
    },
    PATIENCE_MS,
  );
});
