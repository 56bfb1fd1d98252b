import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PlanFacts } from '@slipway/testing';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 30_000;
/** The oldest builds have a job and a branch that no later build has: the worst case for a search. */
const RARE = 100;

const { run, explain, reads, accountId, project } = await planStudio();

const time = 'to_timestamp(extract(epoch FROM now()) - ($3 - n) * 20)';
const uuid = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
const tables = [
  `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, branch, build_number, status,
     status_at, build_type, target_type, commit_hash, started_at, finished_at, duration_seconds, created_at, updated_at)
   SELECT $1, $2, $2, 'Job-' || j, 'Job-' || j, CASE WHEN n <= ${RARE} THEN 'old' ELSE 'main' END, n::text,
     (CASE WHEN n % 5 = 0 THEN 'failed' ELSE 'completed' END)::build_status, ${time}, 'unreal', 'development',
     md5(n::text) || '00000000', ${time}, ${time}, n % 900, ${time}, ${time}
   FROM (SELECT n, CASE WHEN n <= ${RARE} THEN 99 ELSE n % 20 END AS j FROM generate_series(1, $3::int) n) rows`,
  `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, timestamp,
     created_at, updated_at)
   SELECT $1, $2, $2, md5(n::text) || '00000000', left(md5(n::text), 8), 'GitCommit', ${time}, ${time}, ${time}
   FROM generate_series(1, $3::int) n`,
  `INSERT INTO tasks (account_id, project_id, title, created_at, updated_at)
   SELECT $1, $2, 'Task ' || n, ${time}, ${time} FROM generate_series(1, $3::int) n`,
  `INSERT INTO assets (id, account_id, project_id, name, path, asset_type, created_at, updated_at)
   SELECT ${uuid}, $1, $2, 'A' || n, 'Content/' || n, 'texture', ${time}, ${time} FROM generate_series(1, $3::int) n`,
  `INSERT INTO approvals (id, account_id, project_id, asset_id, asset_version, status, decided_at, created_at, updated_at)
   SELECT ${uuid}, $1, $2, ${uuid}, 1, (CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'approved' END)::approval_status,
     ${time}, ${time}, ${time} FROM generate_series(1, $3::int) n`,
  `INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path, dedupe_key,
     outcome, finished_at)
   SELECT ${uuid}, now() - interval '1 hour', $1, $2, $2, 'ci', 'x', '/', n::text,
     (CASE WHEN n % 3 = 0 THEN 'dead' ELSE 'applied' END)::delivery_outcome, now() FROM generate_series(1, 20000) n
   WHERE $3 > 0`,
];

beforeAll(async () => {
  for (const insert of tables) await run(insert, [accountId, project.id, ROWS]);
  await run('VACUUM ANALYZE');
}, 180_000);

const page = { count: 51, after: null };
/** Fails when any statement read more rows than allowed, whatever the size of its tables. */
function expectFew(plans: readonly PlanFacts[], rows: number): void {
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter(({ readRows }) => readRows > rows)).toEqual([]);
  // Small tables may be scanned as a whole, large ones never.
  const large = ['build_runs', 'changes', 'tasks', 'assets', 'approvals', 'deliveries'];
  expect(plans.flatMap(({ scannedTables }) => scannedTables).filter((table) => large.includes(table))).toEqual([]);
}

describe('the list of builds', () => {
  it.each([
    ['without a filter', {}, 400],
    ['by number', { text: '27777' }, 400],
    ['by status and type', { status: 'failed', buildType: 'unreal' } as const, 3_000],
    ['of a job that ran long ago', { jobName: 'Job-99' }, 11_000],
    ['of a branch that is gone', { branch: 'old' }, 11_000],
    ['of a user who made no change', { changedBy: 7 }, 5_000],
  ])('costs little %s', async (_name, search, rows) => {
    expectFew(await explain(() => reads.searchBuilds(project.id, search, page)), rows);
  });

  it('continues where a search through too many builds stopped', async () => {
    const search = { jobName: 'Job-99' };
    let found = 0;
    let steps = 0;
    for (let after: { at: number; id: string } | null = null; ; steps += 1) {
      const { builds, searchedTo } = await reads.searchBuilds(project.id, search, { count: 200, after });
      found += builds.length;
      if (searchedTo === null) break;
      after = { at: searchedTo.at.getTime(), id: String(searchedTo.id) };
    }
    expect(found).toBe(RARE);
    expect(steps).toBeGreaterThan(2);
  });

  it('measures jobs by their newest builds', async () => {
    expectFew(await explain(() => reads.listRecentJobBuilds(project.id)), 3_000);
    expectFew(await explain(() => reads.measureJobMedians(project.id, ['Job-1', 'Job-2', 'Job-99'])), 300);
  });
});

describe('Home', () => {
  it('costs the same for large projects', async () => {
    expectFew(await explain(() => reads.listHomeProjects(accountId)), 3_000);
    expectFew(await explain(() => reads.listWaitingApprovals(accountId)), 100);
    expectFew(await explain(() => reads.listDeploymentsInReview(accountId)), 100);
    const yesterday = new Date(Date.now() - 86_400_000);
    expectFew(await explain(() => reads.countLostDeliveries(accountId, yesterday)), 5_000);
    expectFew(await explain(() => reads.listBuildCauses(accountId, [1, 2])), 200);
  });
});

describe('the search of the command menu', () => {
  it.each(['27777', 'job-1 27776', 'abcd', 'task-29999', 'Content/5', 'nothing has this'])(
    'costs little for %j',
    async (text) => {
      expectFew(await explain(() => reads.searchAccount(accountId, text)), 5_000);
    },
  );

  it('finds builds by job and number, changes by the beginning of their hash, tasks by id, assets by path', async () => {
    const kinds = async (text: string) => (await reads.searchAccount(accountId, text)).map(({ kind }) => kind);
    expect(await kinds('Job-16 #27776')).toEqual(['build']);
    expect(await kinds('Job-3 #27776')).toEqual([]);
    expect((await kinds('abcd')).every((kind) => kind === 'change')).toBe(true);
    expect(await kinds('content/29999')).toEqual(['asset']);
    expect(await kinds('task-100')).toContain('task');
  });
});

describe('a build page', () => {
  it('finds the previous and next build without reading the whole job', async () => {
    const [{ id } = { id: 0 }] = (await reads.searchBuilds(project.id, {}, page)).builds;
    expectFew(await explain(() => reads.findBuildSurroundings(project.id, id)), 2_500);
  });
});
