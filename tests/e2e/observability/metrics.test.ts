import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually, factories, openTestDatabase, testDatabase, testProcess } from '@slipway/testing';
import { postWebhook } from '../service.js';
import { documentedFields, fieldsOf } from './log-fields.js';
import {
  documentedMetrics,
  metricsIn,
  readDashboards,
  readRules,
  readSeries,
  recordedSeries,
} from './metric-names.js';
import { startTiers } from './tiers.js';

const ROUNDS = 40;
const AT_ONCE = 5;

// Replica metrics exist only if a replica is configured. The service notices that this one is the primary, and
// does not use it.
const { url: DATABASE_URL } = await testDatabase();
const context = await testProcess({
  DATABASE_URL,
  DATABASE_REPLICA_URL: DATABASE_URL,
  GENERAL_RATE_LIMIT: '1000000',
});
const database = openTestDatabase(context.settings.DATABASE_URL);
context.onClose('test database', () => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.integration(project, 'jenkins');
const { token: apiToken } = await make.apiToken(userId);
const tiers = await startTiers(context);
const { registry } = context.metrics;

interface Family {
  readonly name: string;
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
  }[];
}

const families = async () => (await registry.getMetricsAsJSON()) as unknown as Family[];
const ownNames = async () =>
  (await families()).map(({ name }) => name).filter((name) => name.startsWith('slipway_'));
const valuesOf = async (name: string) => (await families()).find((family) => family.name === name)?.values ?? [];

async function visit(url: string, init: RequestInit = {}): Promise<void> {
  await (await fetch(url, { redirect: 'manual', ...init })).arrayBuffer();
}

/** Sends requests that contain the id or path in every place where a sender can put one. */
async function visitWith(word: string, number: number): Promise<void> {
  const authorization = `Bearer ${apiToken}`;
  const body = JSON.stringify({ job_name: word, build_number: number, status: 'SUCCESS' });
  const post = { method: 'POST', headers: { 'content-type': 'application/json', 'x-webhook-token': token }, body };
  await Promise.all([
    visit(`${tiers.api}/${word}`),
    visit(`${tiers.api}/api/v1/${word}`, { headers: { authorization } }),
    visit(`${tiers.api}/api/v1/projects/${number}/changes/${word}`, { headers: { authorization } }),
    visit(`${tiers.api}/api/v1/projects/${project.id}/build_runs/${number}`, { headers: { authorization } }),
    visit(`${tiers.console}/${word}`),
    visit(`${tiers.console}/console/${word}.js`),
    visit(`${tiers.console}/console/api/v1/projects/${word}`),
    visit(`${tiers.mcp}/mcp/${word}`),
    visit(`${tiers.ingest}/webhooks/${word}`, post),
    visit(`${tiers.ingest}/webhooks/ci`, post),
    visit(`${tiers.ingest}/webhooks/ci`, { ...post, headers: { 'x-webhook-token': word } }),
  ]);
}

/** All label values of all metrics, except those of the runtime and of timers, which appear over time. */
async function labelValues(): Promise<Set<string>> {
  const own = (await families()).filter(({ name }) =>
    /^slipway_(?:http|webhook|deliveries|accept|mcp)/.test(name),
  );
  const named = own.flatMap(({ values }) => values.flatMap(({ labels }) => Object.entries(labels)));
  // Under load some requests are refused. Outcomes and status classes are few and known.
  return new Set(
    named.filter(([name]) => !['outcome', 'status'].includes(name)).map(([, value]) => String(value)),
  );
}

/** Sends a webhook until ingest accepts it; a busy machine may refuse some. */
async function acceptOne(): Promise<void> {
  const body = JSON.stringify({ job_name: 'Harbor', build_number: 1, status: 'SUCCESS' });
  const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
  expect((await postWebhook(`${tiers.ingest}/webhooks/ci`, { headers, body })).status).toBe(200);
}

/** Waits until this many requests and the first deliveries are counted: clients get their response before that. */
function counted(count: number): Promise<true> {
  return eventually(`${count} requests are counted`, async () => {
    const requests = await valuesOf('slipway_http_request_seconds');
    const counts = requests.filter(({ labels }) => labels['le'] === '+Inf').map(({ value }) => value);
    const applied = await valuesOf('slipway_deliveries_applied_total');
    return applied.length > 0 && counts.reduce((sum, each) => sum + each, 0) >= count ? true : undefined;
  });
}

describe('metrics', () => {
  it('are documented in operations.md, with their labels, and every documented one exists', async () => {
    const documented = documentedMetrics();
    expect([...documented.keys()].toSorted()).toEqual((await ownNames()).toSorted());
    for (const name of documented.keys()) {
      const metric = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
      expect([name, metric.labelNames.toSorted()]).toEqual([name, (documented.get(name) ?? []).toSorted()]);
    }
  });

  it('have no paths, ids or tokens as labels, even after hundreds of requests', async () => {
    await Promise.all([visitWith(randomUUID(), 1), visitWith(`${randomUUID()}/x`, 2)]);
    await acceptOne();
    await counted(16);
    const before = await labelValues();
    const words = Array.from(
      { length: ROUNDS },
      (_, n) => randomBytes(8).toString('hex') + (n % 2 === 0 ? '/x' : ''),
    );
    for (let start = 0; start < ROUNDS; start += AT_ONCE)
      await Promise.all(words.slice(start, start + AT_ONCE).map((word, n) => visitWith(word, 1_000 + start + n)));
    await counted(8 * ROUNDS);
    expect(await labelValues()).toEqual(before);
  });

  it('count requests by path template, and all unknown paths as one', async () => {
    const routes = new Set((await valuesOf('slipway_http_request_seconds')).map(({ labels }) => labels['route']));
    const templates = [
      '/v1/projects/:project_id/build_runs/:build_run_id',
      '/v1/projects/:project_id/changes/:id',
    ];
    expect([...routes]).toEqual(expect.arrayContaining([...templates, 'unmatched', 'page']));
  });

  it('show how much of each pool is in use', async () => {
    const limits = await valuesOf('slipway_database_connections_limit');
    const pools = ['slipway-api', 'slipway-console', 'slipway-ingest', 'slipway-worker'];
    expect(limits.map(({ labels }) => labels['pool']).toSorted()).toEqual(pools);
    const [slots] = await valuesOf('slipway_worker_slots_limit');
    expect(slots?.value).toBe(context.settings.DATABASE_POOL_SIZE - 3);
    const [spool] = await valuesOf('slipway_spool_limit_bytes');
    expect(spool?.value).toBe(context.settings.SPOOL_LIMIT);
  });
});

describe('dashboards and alerts', () => {
  it.each(readDashboards())('$file: every panel has a title, a unit and a description', ({ panels }) => {
    expect(panels.length).toBeGreaterThan(5);
    for (const { title, description, fieldConfig, targets } of panels) {
      expect(title).toMatch(/^\S{2,}/);
      expect(description).toMatch(/^\S.{15,}\.$/);
      expect(fieldConfig.defaults.unit).toBeTruthy();
      expect(targets.length).toBeGreaterThan(0);
    }
  });

  it('use only existing metrics, and dashboards show every metric', async () => {
    const existing = new Set((await families()).map(({ name }) => name));
    const queries = readDashboards().flatMap(({ panels }) => panels.flatMap(({ targets }) => targets));
    const shown = queries.map(({ expr }) => expr).join('\n');
    const rules = readRules().replaceAll(/^\s+(?:alert|record|summary|description|runbook_url):.*$/gm, '');
    const unknown = [...metricsIn(`${shown}\n${rules}`)].filter((name) => !existing.has(name));
    expect(unknown).toEqual([]);
    const read = metricsIn(`${shown}\n${rules}`);
    expect((await ownNames()).filter((name) => !read.has(name))).toEqual([]);
    const recorded = recordedSeries(readRules());
    expect([...readSeries(`${shown}\n${rules}`)].filter((name) => !recorded.has(name))).toEqual([]);
  });
});

describe('log lines', () => {
  it('contain only documented fields', () => {
    expect(context.logLines.length).toBeGreaterThan(0);
    const documented = documentedFields();
    expect([...fieldsOf(context.logLines)].filter((field) => !documented.has(field))).toEqual([]);
  });
});
