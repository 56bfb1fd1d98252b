import { describe, expect, it } from '@jest/globals';
import {
  DECISIONS,
  type EndpointContract,
  getBuildLog,
  getMetrics,
  listApprovals,
  listAssets,
  listBuildRuns,
  listChanges,
  listDeployments,
} from '@slipway/contracts';
import { runs } from '@slipway/testing';
import fc from 'fast-check';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}`;
const asset = await make.asset(project);
const approval = await make.approval(project, asset.id);
const change = await make.change(project, { author: 'Ana <ana@studio.test>' });
const run = await make.buildRun(project);
const deployment = await make.deployment(project, { buildRunId: run.id });
await api.database.prisma.buildLog.create({
  data: { buildRunId: run.id, content: 'one\ntwo', receivedAt: new Date() },
});

const often = runs(100);
const PATIENCE_MS = 120_000;

const words = fc.constantFrom(
  ...['true', 'FALSE', '1', '0', '-1', '50', '1e3', '9'.repeat(400), '9223372036854775807', ''],
  ...['2026-11-01', '2026-11-01T10:00:00+05:30', '0001-01-01T00:00:00+23:59', '\0', '%', "' OR 1=1 --"],
  ...['9999-12-31T23:59:59.999999999-23:59', change.identifier, String(run.id), asset.id, deployment.id],
);
const text = fc
  .oneof(words, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  .map((value) => value.toWellFormed());

const flag = fc.constantFrom('true', 'FALSE', '1', '0');
const count = fc.integer({ min: 1, max: 9_999 }).map(String);
const plausible = new Map<string, fc.Arbitrary<string>>(
  Object.entries({
    limit: count,
    days: count,
    from_line: count,
    lines: count,
    tail: count,
    pending_approval: flag,
    orphaned: flag,
    updated_since: fc
      .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    build_run_id: fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
  }),
);

/** Mostly what the parameter takes, so that the handler is reached, now and then anything at all. */
function arbitraryFor(name: string, { query }: EndpointContract): fc.Arbitrary<string> {
  const set = ((Object.hasOwn(query, name) ? query[name]?.schema : undefined) as { enum?: string[] } | undefined)
    ?.enum;
  const fitting = plausible.get(name) ?? (set === undefined ? text : fc.constantFrom(...set));
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: text });
}

const nameOf = (known: readonly string[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'limit[]', 'status[a]', 'toString', '') },
    { weight: 1, arbitrary: text },
  );

const encode = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

/** Refusals are answers; a 5xx is not. */
function expectAnswer(answer: { status: number; body: unknown }, refusals: readonly number[]): void {
  const { status, body } = answer;
  expect([status < 300 || refusals.includes(status), status, body]).toEqual([true, status, body]);
}

describe.each([
  ['assets', listAssets],
  ['approvals', listApprovals],
  ['changes', listChanges],
  ['deployments', listDeployments],
  ['build_runs', listBuildRuns],
  [`build_runs/${run.id}/log`, getBuildLog],
  ['metrics', getMetrics],
] as [string, EndpointContract][])('GET %s', (path, contract) => {
  const name = nameOf(Object.keys(contract.query));

  it(
    'answers any query',
    async () => {
      const pair = name.chain((key) => fc.tuple(fc.constant(key), arbitraryFor(key, contract)));
      const pairs = fc.uniqueArray(pair, { maxLength: 4, selector: ([key]) => key });
      const property = fc.asyncProperty(pairs, async (sent) => {
        expectAnswer(await api.get(`${base}/${path}?${encode(sent)}`), [400, 422]);
      });
      await fc.assert(property, often);
    },
    PATIENCE_MS,
  );
});

it(
  'details, and what is below them, answer any id',
  async () => {
    const id = fc.oneof(text, fc.uuid(), fc.bigInt().map(String)).map((value) => encodeURIComponent(value) || '0');
    const property = fc.asyncProperty(id, async (segment) => {
      for (const path of ['assets', 'approvals', 'changes', 'deployments', 'build_runs'])
        expectAnswer(await api.get(`${base}/${path}/${segment}`), [404]);
      expectAnswer(await api.get(`${base}/build_runs/${segment}/log`), [404]);
      expectAnswer(await api.post(`${base}/assets/${segment}/approvals`, { status: 'approved' }), [404]);
    });
    await fc.assert(property, often);
  },
  PATIENCE_MS,
);

describe('POST approvals', () => {
  const path = `${base}/assets/${asset.id}/approvals`;

  it(
    'answers any body',
    async () => {
      const field = fc.oneof(text, fc.constantFrom(...DECISIONS, null), fc.jsonValue());
      const body = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ status: field, comments: field, stage: field }, { requiredKeys: [] }),
        },
        { weight: 1, arbitrary: fc.dictionary(nameOf(['status', 'comments', 'stage']), field, { maxKeys: 4 }) },
        { weight: 1, arbitrary: fc.jsonValue() },
      );
      const property = fc.asyncProperty(body, async (sent) => {
        expectAnswer(await api.post(path, undefined).type('json').send(JSON.stringify(sent)), [400, 422]);
      });
      await fc.assert(property, often);
    },
    PATIENCE_MS,
  );

  it(
    'whatever is written, no address is read',
    async () => {
      const sign = fc.constantFrom('@', '\uFF20', '%40', ' ', '<', '>', '.', 'studio.test');
      const hostile = fc
        .array(fc.oneof(sign, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 12 })
        .map((parts) => `x${parts.join('')}`.replaceAll('\0', ' ').slice(0, 90).toWellFormed());
      const body = fc.record({ status: fc.constantFrom(...DECISIONS), comments: hostile, stage: hostile });
      const property = fc.asyncProperty(body, async (sent) => {
        const answer = await api.post(path, sent);
        expect([answer.status, answer.body.id]).toEqual([200, approval.id]);
        for (const shown of [answer.body.comments, answer.body.approval_stage])
          expect(shown).not.toMatch(/\S[@\uFF20]\S/);
        expect((await api.get(`${base}/approvals/${approval.id}`)).body).toEqual(answer.body);
      });
      await fc.assert(property, often);
    },
    PATIENCE_MS,
  );
});

it(
  'whatever a tool sent as author and description, no address is read',
  async () => {
    const part = fc.oneof(
      fc.constantFrom('@', '\uFF20', ' ', '<', '>', 'studio.test', '\n'),
      fc.string({ unit: 'grapheme' }),
    );
    const hostile = fc
      .array(part, { maxLength: 12 })
      .map((parts) => parts.join('').replaceAll('\0', ' ').toWellFormed());
    const property = fc.asyncProperty(hostile, hostile, async (author, description) => {
      await api.database.prisma.change.update({ where: { id: change.id }, data: { author, description } });
      const { status, body } = await api.get(`${base}/changes/${change.id}`);
      expect(status).toBe(200);
      expect(body.author).not.toMatch(/[@\uFF20]/);
      expect(body.description).not.toMatch(/\S[@\uFF20]\S/);
    });
    await fc.assert(property, often);
  },
  PATIENCE_MS,
);
