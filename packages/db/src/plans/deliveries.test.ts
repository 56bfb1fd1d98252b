import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBounded, type PlanFacts } from '@slipway/testing';
import type { ApiReads } from '../api-reads.js';
import type { PageRequest } from '../keyset.js';
import type { DeliveryFilter } from '../reads/deliveries/deliveries.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 30_000;
/** Rows with each rare value. They are the project's oldest, the worst case for an ordered read. */
const RARE = 100;
const COUNT = 51;

const { run, explain, reads, make, accountId, project } = await planStudio();
const other = await make.project(accountId);
const integrations: { id: number }[] = [];
for (const provider of ['jenkins', 'github', 'perforce', 'trello'])
  integrations.push(await make.integration(project, provider));
const [jenkins, github, perforce, trello] = integrations.map(({ id }) => id);

/**
 * Row 1 is the oldest. The rows span the two days before today, and so fill two partitions. They span whole days,
 * because PostgreSQL prefers to scan a partition that holds only a few rows.
 */
const day = 24 * 60 * 60_000;
const span = 2 * day;
const newest = Math.floor(Date.now() / day) * day - 1;
const at = (n: number) => new Date(newest - Math.round(((ROWS - n) * span) / ROWS));
const time = `to_timestamp(${newest / 1000} - (${ROWS} - n) * ${span / ROWS / 1000}::float8)`;
const uuid = "('00000000-0000-7000-8000-' || lpad(to_hex($2::int * 1000000 + n), 12, '0'))::uuid";
const uuidOf = (n: number) =>
  `00000000-0000-7000-8000-${(project.id * 1_000_000 + n).toString(16).padStart(12, '0')}`;
const replayed = uuidOf(5);

const insert = `INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path,
    dedupe_key, outcome, body, touched, replay_of, finished_at)
  SELECT ${uuid}, ${time}, $1, $2,
    CASE WHEN n <= ${RARE} THEN ${trello} WHEN n % 2 = 0 THEN ${jenkins} ELSE ${github} END,
    CASE WHEN n <= ${RARE} THEN 'trello' WHEN n % 2 = 0 THEN 'jenkins' ELSE 'github' END,
    CASE WHEN n <= ${RARE} THEN 'rare' WHEN n % 3 = 0 THEN 'push' ELSE 'build_report' END, '/webhooks/ci', n::text,
    (CASE WHEN n <= ${RARE} THEN 'dead' WHEN n % 3 = 0 THEN 'ignored' ELSE 'applied' END)::delivery_outcome,
    '\\x00', '[]', CASE WHEN n % 6000 = 0 THEN '${replayed}'::uuid END, ${time}
  FROM generate_series(1, $3::int) AS n`;
const builds = `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status,
    status_at, build_type, created_at, updated_at)
  SELECT $1, $2, ${jenkins}, 'Job-' || n % 20, 'Job', n::text, 'completed', ${time}, 'unreal', ${time}, ${time}
  FROM generate_series(1, $3::int) AS n`;
const changelists = `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier,
    source_type, timestamp, created_at, updated_at)
  SELECT $1, $2, ${perforce}, (2 * n)::text, 'CL', 'Changelist', ${time}, ${time}, ${time}
  FROM generate_series(1, $3::int) AS n`;

/** Tables too small for an index: empty days, a handful of integrations. */
const small = new Set<string>();

beforeAll(async () => {
  await run("SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - 3, 5)");
  for (const text of [insert, builds, changelists]) await run(text, [accountId, project.id, ROWS]);
  await run(insert, [accountId, other.id, ROWS / 10]);
  await run('VACUUM ANALYZE');
  const { rows } = await run("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples < 100");
  for (const { relname } of rows) small.add(String(relname));
}, 180_000);

function expectFewRead(plan: PlanFacts, rows: number): void {
  expectBounded({ ...plan, scannedTables: plan.scannedTables.filter((name) => !small.has(name)) }, rows);
}

async function explainOne(read: (reads: ApiReads) => Promise<readonly unknown[]>) {
  let found: readonly unknown[] = [];
  const [plan, ...others] = await explain(async () => {
    found = await read(reads);
  });
  if (plan === undefined || others.length > 0) throw new Error('expected one statement');
  return { plan, found };
}

const NONE: DeliveryFilter = {
  provider: undefined,
  integrationId: undefined,
  event: undefined,
  outcomes: undefined,
  since: undefined,
  until: undefined,
};

const filters: readonly (readonly [name: string, filter: Partial<DeliveryFilter>])[] = [
  ['unfiltered', {}],
  ['a common outcome', { outcomes: ['ignored'] }],
  ['a rare outcome', { outcomes: ['dead'] }],
  ['rare and common outcomes', { outcomes: ['dead', 'ignored', 'applied'] }],
  ['a common event', { event: 'push' }],
  ['a rare event', { event: 'rare' }],
  ['a common provider', { provider: 'github' }],
  ['a rare provider', { provider: 'trello' }],
  ['an integration', { integrationId: jenkins }],
  ['since', { since: at(500) }],
  ['until', { until: at(20_000) }],
];

/** The planner may read by time if about every third row matches. */
const BOUND = 3 * COUNT;

describe(`deliveries among ${ROWS}`, () => {
  const first: PageRequest = { count: COUNT, after: null };
  const middle: PageRequest = { count: COUNT, after: { at: at(ROWS / 2).getTime(), id: uuidOf(ROWS / 2) } };

  it.each(filters)('%s: reads indexes to the end of the page', async (_name, filter) => {
    const { plan, found } = await explainOne((reads) =>
      reads.listDeliveries(project.id, { ...NONE, ...filter }, first),
    );
    expect(found).toHaveLength(COUNT);
    expectFewRead(plan, BOUND);
  });

  it.each(filters)('%s, with a cursor: continues where the previous page ended', async (_name, filter) => {
    const { plan } = await explainOne((reads) => reads.listDeliveries(project.id, { ...NONE, ...filter }, middle));
    expectFewRead(plan, BOUND);
  });

  it.each(filters)('%s, as replay candidates: reads indexes starting with the oldest', async (_name, filter) => {
    const { plan, found } = await explainOne((reads) =>
      reads.listReplayCandidates(project.id, { ...NONE, ...filter }, first),
    );
    expect(found).toHaveLength(COUNT);
    expectFewRead(plan, BOUND);
  });

  it('finds one delivery by its id, and its replays by their own index', async () => {
    const plans = await explain(async () => {
      expect((await reads.findDelivery(project.id, replayed))?.replays).toHaveLength(5);
      expect(await reads.findReplayable(project.id, [replayed, uuidOf(7)])).toHaveLength(2);
    });
    expect(plans).toHaveLength(3);
    for (const plan of plans) expectFewRead(plan, 5);
  });
});

describe(`gaps among ${ROWS} builds and ${ROWS} changelists`, () => {
  const request = {
    kind: undefined,
    integrationId: undefined,
    sequentialProviders: [],
    since: at(1),
    count: COUNT,
    after: null,
  };

  it('reads only the newest rows, by their indexes', async () => {
    const { plan, found } = await explainOne((reads) => reads.listDeliveryGaps(project.id, request));
    expect(found).toHaveLength(COUNT);
    expectFewRead(plan, 2 * 20_000);
    expect(plan.indexes).toEqual(
      expect.arrayContaining([
        'build_runs_project_id_created_at_id_idx',
        'build_runs_integration_id_job_key_build_number_key',
        'changes_project_id_source_type_timestamp_id_idx',
        'changes_integration_id_repository_identifier_key',
      ]),
    );
  });

  it('reads only the rows of the requested period', async () => {
    const { plan } = await explainOne((reads) =>
      reads.listDeliveryGaps(project.id, { ...request, since: at(ROWS - 500) }),
    );
    expectFewRead(plan, 2 * 501);
  });
});
