import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiReads, DeliveryFilter, PageRequest } from '@slipway/db';
import { factories, openTestDatabase, testProcess } from '@slipway/testing';
import { expectBounded, explain, type PlanFacts } from './plan.js';

const ROWS = 100_000;
/** Rows of every rare value. They are the oldest of the project, the worst place for a walk. */
const RARE = 100;
const COUNT = 51;

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const other = await make.project(accountId);
const integrations: { id: number }[] = [];
for (const provider of ['jenkins', 'github', 'perforce', 'trello'])
  integrations.push(await make.integration(project, provider));
const [jenkins, github, perforce, trello] = integrations.map(({ id }) => id);

/** Two days, so that the rows lie in several partitions; row 1 is the oldest. */
const span = 2 * 24 * 60 * 60_000;
const newest = Date.now();
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
    '\\x00', '[]', CASE WHEN n % 20000 = 0 THEN '${replayed}'::uuid END, ${time}
  FROM generate_series(1, $3::int) AS n`;
const builds = `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status,
    status_at, build_type, created_at, updated_at)
  SELECT $1, $2, ${jenkins}, 'Job-' || n % 20, 'Job', n::text, 'completed', ${time}, 'unreal', ${time}, ${time}
  FROM generate_series(1, $3::int) AS n`;
const changelists = `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier,
    source_type, timestamp, created_at, updated_at)
  SELECT $1, $2, ${perforce}, (2 * n)::text, 'CL', 'Changelist', ${time}, ${time}, ${time}
  FROM generate_series(1, $3::int) AS n`;

/** Tables that are not worth an index look-up: empty days, a handful of integrations. */
const small = new Set<string>();

beforeAll(async () => {
  for (const text of [insert, builds, changelists])
    await database.pool.query({ text, values: [accountId, project.id, ROWS] });
  await database.pool.query({ text: insert, values: [accountId, other.id, ROWS / 10] });
  await database.pool.query({ text: 'VACUUM ANALYZE' });
  const { rows } = await database.pool.query({
    text: "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples < 100",
  });
  for (const { relname } of rows as { relname: string }[]) small.add(relname);
}, 180_000);

function expectFewRead(plan: PlanFacts, rows: number): void {
  expectBounded({ ...plan, scannedTables: plan.scannedTables.filter((name) => !small.has(name)) }, rows);
}

async function explainOne(read: (reads: ApiReads) => Promise<readonly unknown[]>) {
  let found: readonly unknown[] = [];
  const [plan, ...others] = await explain(database.pool, async (reads) => {
    found = await read(reads);
  });
  if (plan === undefined || others.length > 0) throw new Error('ran another number of statements');
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
  ['a common tool', { provider: 'github' }],
  ['a rare tool', { provider: 'trello' }],
  ['an integration', { integrationId: jenkins }],
  ['since', { since: at(1_000) }],
  ['until', { until: at(60_000) }],
];

/** The planner may walk by time where about every third row is of use. */
const BOUND = 3 * COUNT;

describe(`deliveries among ${ROWS}`, () => {
  const first: PageRequest = { count: COUNT, after: null };
  const middle: PageRequest = { count: COUNT, after: { at: at(ROWS / 2).getTime(), id: uuidOf(ROWS / 2) } };

  it.each(filters)('%s: walks indexes to the end of the page', async (_name, filter) => {
    const { plan, found } = await explainOne((reads) =>
      reads.listDeliveries(project.id, { ...NONE, ...filter }, first),
    );
    expect(found).toHaveLength(COUNT);
    expectFewRead(plan, BOUND);
  });

  it.each(filters)('%s, with a cursor: goes on where the page before ended', async (_name, filter) => {
    const { plan } = await explainOne((reads) => reads.listDeliveries(project.id, { ...NONE, ...filter }, middle));
    expectFewRead(plan, BOUND);
  });

  it.each(filters)('%s, to be replayed: walks indexes from the oldest on', async (_name, filter) => {
    const { plan, found } = await explainOne((reads) =>
      reads.listReplayCandidates(project.id, { ...NONE, ...filter }, first),
    );
    expect(found).toHaveLength(COUNT);
    expectFewRead(plan, BOUND);
  });

  it('one is found by its id, its replays by an index of their own', async () => {
    const plans = await explain(database.pool, async (reads) => {
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

  it('looks at the newest rows alone, by their indexes', async () => {
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

  it('of a short while reads that while', async () => {
    const { plan } = await explainOne((reads) =>
      reads.listDeliveryGaps(project.id, { ...request, since: at(ROWS - 500) }),
    );
    expectFewRead(plan, 2 * 501);
  });
});
