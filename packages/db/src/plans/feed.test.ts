import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, type EventType, MAX_FEED_EVENTS } from '@slipway/contracts';
import type { Position } from '@slipway/domain';
import { expectBounded, expectOrderedRead, explainedDatabase, factories, testDatabase } from '@slipway/testing';
import { apiReads } from '../api-reads.js';

const ROWS = 20_000;
const COUNT = 21;
/** The merge compares the last row of a page with the one after it. */
const READ = COUNT + 1;
const SECOND = 1_000;
const PROJECTS = 5_000;

const { url } = await testDatabase();
const { database, run, explain } = explainedDatabase(url);
const reads = apiReads(database);
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const small = await make.project(accountId);
/** Row n is a second newer than row n - 1. */
const start = Date.UTC(2026, 0, 1);
const at = (n: number) => start + n * SECOND;
const time = `to_timestamp(${start / SECOND} + n)`;

const SMALL = ROWS / 50;
/** One row in fifty belongs to the small project, and the rarest states are among the oldest rows. */
const owner = `${accountId}, CASE WHEN n % 50 = 0 THEN ${small.id} ELSE ${project.id} END`;
const series = `FROM generate_series(1, ${ROWS}) AS n`;
const assetOf = "('00000000-0000-7000-8000-' || lpad((n % 2000)::text, 12, '0'))::uuid";

async function fillSources() {
  await run(`INSERT INTO assets (id, account_id, project_id, name, path, asset_type)
    SELECT ${assetOf}, ${owner}, 'T_' || n, 'T_' || n, 'texture' FROM generate_series(1, 2000) AS n`);
  await run(`INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, finished_at)
    SELECT ${owner}, n % 1000, 'Job', 'Job', n::text, (CASE WHEN n < 200 OR n % 100 = 0 THEN 'failed' WHEN n % 3 = 0
      THEN 'passed_pending_approval' ELSE 'completed' END)::build_status, ${time}, 'unreal', ${time} ${series}`);
  await run(`INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
      "timestamp")
    SELECT ${owner}, n % 1000, n::text, 'CL ' || n, 'Changelist', ${time} ${series}`);
  await run(`INSERT INTO asset_events (account_id, project_id, integration_id, provider, asset_id, kind, source,
      change_id, version, occurred_at)
    SELECT ${owner}, n % 1000, 'perforce', ${assetOf}, 'updated', n::text, n, 1, ${time} ${series}`);
  await run(`INSERT INTO tasks (account_id, project_id, title, state, via_api_token_id, updated_at)
    SELECT ${owner}, 'Task ' || n, (CASE WHEN n % 10 = 0 THEN 'blocked' ELSE 'completed' END)::task_state, n % 5000,
      ${time} ${series}`);
  await run(`INSERT INTO approvals (id, account_id, project_id, asset_id, commit_sha, asset_version, status, created_at,
      decided_at)
    SELECT gen_random_uuid(), ${owner}, ${assetOf}, n::text, 1, s.status::approval_status, ${time},
      CASE WHEN s.status <> 'pending' THEN ${time} END
    ${series}, LATERAL (SELECT CASE WHEN n < 200 THEN 'denied' WHEN n % 7 = 0 THEN 'pending' WHEN n % 7 = 1
      THEN 'ignored' ELSE 'approved' END AS status) s`);
  await run(`INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at,
      build_number, created_at)
    SELECT gen_random_uuid(), ${owner}, n % 1000, 'steam', 'live', ${time}, n::text, ${time} ${series}`);
}

/** Fills the tables that a page is joined with, as on a service with many studios. */
async function fillJoinedTables() {
  await run(
    `INSERT INTO projects (account_id, name) SELECT ${accountId}, 'P' || n FROM generate_series(1, ${PROJECTS}) AS n`,
  );
  await run(`INSERT INTO integrations (account_id, project_id, provider, name, token_hash, token_prefix)
    SELECT ${accountId}, ${project.id}, 'jenkins', 'i', lpad(n::text, 64, '0'), 'aaaaaaaa'
    FROM generate_series(1, 5000) AS n`);
  await run(`INSERT INTO api_tokens (user_id, name, prefix, token_hash, scopes)
    SELECT ${userId}, 't', 'aaaaaaaa', lpad(n::text, 64, '0'), '{}' FROM generate_series(1, 5000) AS n`);
}

/** An account whose rows are all recent. */
const busy = await make.studio();
const busyProject = await make.project(busy.accountId);

async function fillLastDay() {
  const values = `${busy.accountId}, ${busyProject.id}`;
  const recent = `now() - interval '24 hours' * n / ${ROWS}`;
  await run(`INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, finished_at)
    SELECT ${values}, 0, 'Busy', 'Busy', n::text, (CASE n % 3 WHEN 0 THEN 'failed' ELSE 'completed' END)::build_status,
      now(), 'unreal', ${recent} ${series}`);
  await run(`INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
      "timestamp")
    SELECT ${values}, 0, 'busy' || n, 'CL ' || n, 'Changelist', ${recent} ${series}`);
  await run(`INSERT INTO tasks (account_id, project_id, title) SELECT ${values}, 'Task ' || n ${series}`);
}

beforeAll(async () => {
  await fillSources();
  await fillLastDay();
  await fillJoinedTables();
  await run('VACUUM ANALYZE');
}, 180_000);

const INDEXES: Readonly<Record<EventType, readonly [account: string, project: string]>> = {
  'build_run.completed': ['build_runs_account_feed_passed_idx', 'build_runs_project_feed_passed_idx'],
  'build_run.failed': ['build_runs_account_feed_failed_idx', 'build_runs_project_feed_failed_idx'],
  'change.submitted': ['asset_events_account_id_occurred_at_id_idx', 'asset_events_project_id_occurred_at_id_idx'],
  'task.state_changed': ['tasks_account_id_updated_at_id_idx', 'tasks_project_id_updated_at_id_idx'],
  'approval.requested': ['approvals_account_feed_requested_idx', 'approvals_project_id_status_created_at_id_idx'],
  'approval.granted': ['approvals_account_feed_decided_idx', 'approvals_project_feed_decided_idx'],
  'approval.denied': ['approvals_account_feed_decided_idx', 'approvals_project_feed_decided_idx'],
  'approval.ignored': ['approvals_account_feed_decided_idx', 'approvals_project_feed_decided_idx'],
  'deployment.created': ['deployments_account_id_created_at_id_idx', 'deployments_project_id_created_at_id_idx'],
};

const uuid = '80000000-0000-7000-8000-000000000000';
const idOf: Readonly<Record<string, string>> = { approval: uuid, deployment: uuid };
const cursorAt = (n: number, kind: string): Position => ({ at: at(n), kind, id: idOf[kind] ?? String(n) });
const pages: readonly (readonly [string, Position | null])[] = [
  ['first page', null],
  ...['approval', 'build_run', 'change', 'deployment', 'task'].map(
    (kind) => [`after a ${kind}`, cursorAt(ROWS / 2, kind)] as const,
  ),
  ['close to the end', cursorAt(100, 'change')],
];
const scopes = [
  ['the account', 0, null],
  ['a large project', 1, project.id],
  ['a small project', 1, small.id],
] as const;

async function explainFeed(eventTypes: readonly EventType[], projectId: number | null, after: Position | null) {
  const request = { count: COUNT, after, from: at(0), eventTypes };
  const [plan, ...more] = await explain(() => reads.listFeed({ accountId, projectId }, request));
  expect(more).toEqual([]);
  // A plan for known values may sort what a small project has, or what is left of a page: both are bounded.
  expectBounded(plan!, SMALL);
  return plan!.generic!;
}

describe.each(scopes)(`the feed of %s among ${ROWS} rows of each source`, (_, index, projectId) => {
  describe.each(pages)('%s', (_name, after) => {
    it.each(EVENT_TYPES)('%s: reads its index to the end of the page', async (type) => {
      const plan = await explainFeed([type], projectId, after);
      expectOrderedRead(plan, { index: INDEXES[type][index], count: READ });
    });

    it('all types: reads hardly more keys than one type', async () => {
      const plan = await explainFeed(EVENT_TYPES, projectId, after);
      expect(plan.indexes).toEqual(expect.arrayContaining(EVENT_TYPES.map((type) => INDEXES[type][index])));
      // Every source has a row at each time, and the merge reads rows with equal times together.
      expectBounded(plan, COUNT + EVENT_TYPES.length);
    });
  });
});

it('the feed of some projects reads hardly more than a page of each', async () => {
  const visibleProjects = [project.id, small.id];
  const request = { count: COUNT, after: cursorAt(ROWS / 2, 'change'), from: at(0), eventTypes: EVENT_TYPES };
  const [plan, ...more] = await explain(() =>
    reads.listFeed({ accountId, projectId: null, visibleProjects }, request),
  );
  expect(more).toEqual([]);
  const { generic } = plan!;
  expect(generic!.indexes).toEqual(expect.arrayContaining(EVENT_TYPES.map((type) => INDEXES[type][1])));
  expectBounded(generic!, visibleProjects.length * (COUNT + EVENT_TYPES.length));
});

it('rows of one source with equal times are read up to the largest page', async () => {
  const from = at(2 * ROWS);
  await run(
    `INSERT INTO tasks (account_id, project_id, title, updated_at)
     SELECT ${accountId}, ${small.id}, 'Imported', $1 FROM generate_series(1, 1000)`,
    [new Date(from)],
  );
  const request = { count: COUNT, after: null, from, eventTypes: EVENT_TYPES };
  const [plan] = await explain(() => reads.listFeed({ accountId, projectId: null }, request));
  expectBounded(plan!, MAX_FEED_EVENTS + 1);
});

it('a period without events reads no rows', async () => {
  const request = { count: COUNT, after: null, from: at(3 * ROWS), eventTypes: EVENT_TYPES };
  const [plan] = await explain(() => reads.listFeed({ accountId, projectId: null }, request));
  expectBounded(plan!, 0);
});

it('the rollup reads kept counts, and rows only at both ends of the day', async () => {
  const [plan, ...more] = await explain(() => reads.countRollup(busy.accountId, Date.now()));
  expect(more).toEqual([]);
  expect(plan!.scannedTables.filter((table) => table !== 'projects')).toEqual([]);
  // Projects are counted one by one, and a day has 144 periods of ten minutes.
  expect(plan!.readRows).toBeLessThanOrEqual(PROJECTS + 144);
  expect(plan!.indexes).toEqual(
    expect.arrayContaining([
      'rollup_counts_pkey',
      'changes_account_id_timestamp_idx',
      'build_runs_account_feed_passed_idx',
      'build_runs_account_feed_failed_idx',
    ]),
  );
});
