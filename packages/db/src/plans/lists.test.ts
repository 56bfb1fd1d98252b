import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBounded, expectOrderedRead } from '@slipway/testing';
import type { ApiReads } from '../api-reads.js';
import type { PageRequest } from '../keyset.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 40_000;
/** Rows with each rare value. They are the project's oldest, the worst case for an ordered read. */
const RARE = 100;
/** The newest changes, as after a forced push. */
const ORPHANED = 2_000;
const COUNT = 51;

const { run, explain, reads, make, accountId, project } = await planStudio();
const other = await make.project(accountId);

const EPOCH = Date.UTC(2026, 0, 1);
const at = (n: number) => new Date(EPOCH + n * 1000);
const time = `to_timestamp(${EPOCH / 1000} + n)`;
const uuid = "('00000000-0000-7000-8000-' || lpad(to_hex($2::int * 1000000 + n), 12, '0'))::uuid";
const uuidOf = (n: number) =>
  `00000000-0000-7000-8000-${(project.id * 1_000_000 + n).toString(16).padStart(12, '0')}`;

/** Alternates the common values; the oldest rows have the rare one. */
function spread(type: string, rare: string, common: readonly string[]): string {
  const cases = common.map((value, index) => `WHEN n % ${common.length} = ${index} THEN '${value}'`);
  return `(CASE WHEN n <= ${RARE} THEN '${rare}' ${cases.join(' ')} END)::${type}`;
}

const tables = {
  assets: `INSERT INTO assets (id, account_id, project_id, name, path, asset_type, approval_status, created_at, updated_at)
    SELECT ${uuid}, $1, $2, 'A' || n, 'Content/' || n, ${spread('asset_type', 'font', ['texture', 'model'])},
      ${spread('asset_approval_status', 'pending', ['none', 'approved'])}, ${time}, ${time}`,
  approvals: `INSERT INTO approvals (id, account_id, project_id, asset_id, commit_sha, approval_stage, status,
      asset_version, decided_at, created_at, updated_at)
    SELECT ${uuid}, $1, $2, ${uuid}, CASE WHEN n % 2 = 0 THEN '' ELSE 'sha-' || n END,
      ${spread('text', 'bulk', ['art_review', 'review'])},
      ${spread('approval_status', 'ignored', ['pending', 'approved', 'approved', 'denied'])}, 1, ${time}, ${time}, ${time}`,
  changes: `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
      timestamp, orphaned_at, created_at, updated_at)
    SELECT $1, $2, $2, 'sha-' || n, 'sha', ${spread('source_type', 'AssetCommit', ['GitCommit', 'Changelist'])},
      ${time}, CASE WHEN n > ${ROWS - ORPHANED} THEN now() END, ${time}, ${time}`,
  build_runs: `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, target_type, commit_hash, finished_at, duration_seconds, created_at, updated_at)
    SELECT $1, $2, $2, 'Job-' || n % 20, 'Job', n::text,
      ${spread('build_status', 'cancelled', ['completed', 'failed', 'completed', 'completed'])}, ${time},
      ${spread('engine', 'custom', ['unreal', 'unity'])}, ${spread('target_type', 'debug', ['development', 'shipping'])},
      'sha-' || n / 2, ${time}, n % 900, ${time}, ${time}`,
  deployments: `INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at,
      build_number, build_run_id, live_at, created_at, updated_at)
    SELECT ${uuid}, $1, $2, $2, ${spread('platform', 'custom', ['steam', 'epic_games_store'])},
      ${spread('deployment_status', 'rejected', ['live', 'submitted'])}, ${time}, n::text,
      CASE WHEN n % 2 = 0 THEN (SELECT min(id) FROM build_runs WHERE project_id = $2) + n / 10 END, ${time}, ${time}, ${time}`,
};

const oldest = '(SELECT * FROM changes WHERE project_id = $1 ORDER BY id LIMIT 20000)';

/** Gives each change a file, a link from one task, a mention, and the tracker item that it mentions. */
const attachments = [
  `INSERT INTO change_files (change_id, path, action) SELECT id, identifier, 'edit' FROM ${oldest}`,
  `INSERT INTO task_links (task_id, change_id, project_id)
   SELECT (SELECT min(id) FROM tasks), id, project_id FROM ${oldest}`,
  `INSERT INTO change_mentions (change_id, key, project_id) SELECT id, identifier, project_id FROM ${oldest}`,
  `INSERT INTO external_references (account_id, project_id, integration_id, provider, external_id, key, provider_time)
   SELECT account_id, project_id, integration_id, 'jira', id::text, identifier, now() FROM ${oldest}`,
  `INSERT INTO reference_keys (reference_id, key, project_id)
   SELECT id, key, project_id FROM external_references WHERE project_id = $1`,
];

beforeAll(async () => {
  for (const insert of Object.values(tables)) {
    await run(`${insert} FROM generate_series(1, ${ROWS}) AS n`, [accountId, project.id]);
    await run(`${insert} FROM generate_series(1, ${ROWS / 10}) AS n`, [accountId, other.id]);
  }
  await make.task(project);
  for (const insert of attachments) await run(insert, [project.id]);
  await run('VACUUM ANALYZE');
}, 180_000);

type Read = (reads: ApiReads, page: PageRequest) => Promise<readonly unknown[]>;

async function explainOne(read: Read, page: PageRequest) {
  let found: readonly unknown[] = [];
  const plans = await explain(async () => {
    found = await read(reads, page);
  });
  const [plan] = plans;
  if (plan === undefined || plans.length > 1) throw new Error(`ran ${plans.length} statements`);
  return { plan, found };
}

const firstPage = { count: COUNT, after: null };
/** The cursor of the middle row, whose id is a number or a UUID. */
const middle = (id: string) => ({ count: COUNT, after: { at: at(ROWS / 2).getTime(), id } });

/** A filter that has its own index, and the index's name. */
type Ordered = readonly [name: string, read: Read, index: string];
/** A free-form filter, and the most rows that may be read or sorted for it. */
type Bounded = readonly [name: string, read: Read, rows: number];

function describeList(name: string, cursorId: string, cases: { ordered: Ordered[]; bounded: Bounded[] }) {
  describe(`${name} among ${ROWS}`, () => {
    it.each(cases.ordered)('%s: reads its index to the end of the page', async (_name, read, index) => {
      const { plan, found } = await explainOne(read, firstPage);
      expect(found).toHaveLength(COUNT);
      expectOrderedRead(plan, { index, count: COUNT });
    });

    it.each(cases.ordered)(
      '%s, with a cursor: continues where the previous page ended',
      async (_name, read, index) => {
        expectOrderedRead((await explainOne(read, middle(cursorId))).plan, { index, count: COUNT });
      },
    );

    if (cases.bounded.length === 0) return;
    it.each(cases.bounded)('%s: reads and sorts at most what matches', async (_name, read, rows) => {
      expectBounded((await explainOne(read, firstPage)).plan, rows);
    });

    it.each(cases.bounded)(
      '%s, with a cursor: reads and sorts at most what matches',
      async (_name, read, rows) => {
        expectBounded((await explainOne(read, middle(cursorId))).plan, rows);
      },
    );
  });
}

type Filter<Name extends keyof ApiReads> = Parameters<ApiReads[Name]>[1];

const buildRuns =
  (filter: Filter<'listBuilds'>): Read =>
  async (reads, page) =>
    (await reads.listBuilds(project.id, filter, page)).builds;

const BUILD_TYPES_INDEX = 'build_runs_project_id_build_type_target_type_created_at_id_idx';

describeList('build runs', '1', {
  ordered: [
    ['unfiltered', buildRuns({}), 'build_runs_project_id_created_at_id_idx'],
    ['a common status', buildRuns({ status: 'failed' }), 'build_runs_project_id_status_created_at_id_idx'],
    ['a rare status', buildRuns({ status: 'cancelled' }), 'build_runs_project_id_status_created_at_id_idx'],
    ['a common type', buildRuns({ buildType: 'unity' }), BUILD_TYPES_INDEX],
    ['a rare type', buildRuns({ buildType: 'custom' }), BUILD_TYPES_INDEX],
    ['a common target', buildRuns({ targetType: 'shipping' }), BUILD_TYPES_INDEX],
    ['a rare target', buildRuns({ targetType: 'debug' }), BUILD_TYPES_INDEX],
  ],
  bounded: [],
});

const assets =
  (filter: Filter<'listAssets'>): Read =>
  (reads, page) =>
    reads.listAssets(project.id, filter, page);

describeList('assets', uuidOf(ROWS / 2), {
  ordered: [
    ['unfiltered', assets({}), 'assets_project_id_created_at_id_idx'],
    ['pending', assets({ status: 'pending' }), 'assets_project_id_pending_idx'],
    ['a common type', assets({ assetType: 'model' }), 'assets_project_id_asset_type_created_at_id_idx'],
    ['a rare type', assets({ assetType: 'font' }), 'assets_project_id_asset_type_created_at_id_idx'],
  ],
  bounded: [['pending of a type', assets({ status: 'pending', assetType: 'texture' }), RARE]],
});

describe(`changes by identifier among ${ROWS}`, () => {
  it.each([
    ['the first page', null],
    ['a later page', { identifier: 'sha-2', id: 1 }],
  ])('%s: reads and sorts little more than the page', async (_name, after) => {
    const { plan, found } = await explainOne(
      () => reads.listChangesByIdentifier(project.id, { count: COUNT, after }),
      firstPage,
    );
    expect(found).toHaveLength(COUNT);
    expect(plan.indexes).toContain('changes_project_id_identifier_idx');
    expectBounded(plan, 2 * COUNT);
  });
});

const approvals =
  (filter: Filter<'listApprovals'>): Read =>
  (reads, page) =>
    reads.listApprovals(project.id, filter, page);

describeList('approvals', uuidOf(ROWS / 2), {
  ordered: [
    ['unfiltered', approvals({}), 'approvals_project_id_created_at_id_idx'],
    ['a common status', approvals({ statuses: ['denied'] }), 'approvals_project_id_status_created_at_id_idx'],
    ['a rare status', approvals({ statuses: ['ignored'] }), 'approvals_project_id_status_created_at_id_idx'],
    [
      'two statuses',
      approvals({ statuses: ['denied', 'approved'] }),
      'approvals_project_id_status_created_at_id_idx',
    ],
    [
      'rare and common ones',
      approvals({ statuses: ['ignored', 'pending', 'denied'] }),
      'approvals_project_id_status_created_at_id_idx',
    ],
    [
      'all statuses',
      approvals({ statuses: ['ignored', 'pending', 'denied', 'approved'] }),
      'approvals_project_id_created_at_id_idx',
    ],
    ['a common stage', approvals({ stage: 'review' }), 'approvals_project_id_approval_stage_created_at_id_idx'],
    ['a rare stage', approvals({ stage: 'bulk' }), 'approvals_project_id_approval_stage_created_at_id_idx'],
  ],
  bounded: [
    ['a commit', approvals({ commitSha: 'sha-99' }), 1],
    ['a commit, of two statuses', approvals({ commitSha: 'sha-99', statuses: ['pending', 'approved'] }), 1],
    ['no commit', approvals({ commitSha: '' }), 2 * COUNT],
    ['a short while ago', approvals({ updatedSince: at(ROWS - RARE) }), 2 * RARE],
    ['a long time ago', approvals({ updatedSince: at(10) }), COUNT],
  ],
});

const changes =
  (filter: Filter<'listChanges'>): Read =>
  (reads, page) =>
    reads.listChanges(project.id, filter, page);

describeList('changes', String(ROWS / 2), {
  ordered: [
    ['unfiltered', changes({}), 'changes_project_id_live_idx'],
    ['with orphaned ones', changes({ withOrphaned: true }), 'changes_project_id_orphaned_idx'],
    ['a rare source', changes({ sourceType: 'AssetCommit' }), 'changes_project_id_source_type_timestamp_id_idx'],
    [
      'a common source with orphaned ones',
      changes({ sourceType: 'GitCommit', withOrphaned: true }),
      'changes_project_id_source_type_timestamp_id_idx',
    ],
  ],
  bounded: [
    // Reads past the source's orphaned changes, which its index also holds.
    ['a common source', changes({ sourceType: 'GitCommit' }), ORPHANED / 2 + COUNT],
    ['an identifier', changes({ identifier: 'sha-777' }), 4],
    ['an identifier nobody has', changes({ identifier: 'sha-0' }), 0],
    ['a short while ago', changes({ updatedSince: at(ROWS - RARE), withOrphaned: true }), 2 * RARE],
    ['a long time ago', changes({ updatedSince: at(10) }), COUNT],
  ],
});

const deployments =
  (filter: Filter<'listDeployments'>): Read =>
  (reads, page) =>
    reads.listDeployments(project.id, filter, page);

describeList('deployments', uuidOf(ROWS / 2), {
  ordered: [
    ['unfiltered', deployments({}), 'deployments_project_id_created_at_id_idx'],
    ['a common status', deployments({ status: 'live' }), 'deployments_project_id_status_created_at_id_idx'],
    ['a rare status', deployments({ status: 'rejected' }), 'deployments_project_id_status_created_at_id_idx'],
    ['a common platform', deployments({ platform: 'steam' }), 'deployments_project_id_platform_created_at_id_idx'],
    ['a rare platform', deployments({ platform: 'custom' }), 'deployments_project_id_platform_created_at_id_idx'],
  ],
  bounded: [
    ['a build run', deployments({ buildRunId: 500 }), 10],
    ['a short while ago', deployments({ updatedSince: at(ROWS - RARE) }), 2 * RARE],
    ['a long time ago', deployments({ updatedSince: at(10) }), COUNT],
  ],
});

describe(`details among ${ROWS}`, () => {
  it('the detail of a change reads only what belongs to it', async () => {
    const { rows } = await run('SELECT id FROM changes WHERE project_id = $1 AND identifier = $2', [
      project.id,
      'sha-2000',
    ]);
    const plans = await explain(() => reads.findChange(project.id, Number(rows[0].id)));
    for (const plan of plans) expectBounded(plan, 10);
  });

  it('an asset with its history, an approval and a deployment are found by their ids', async () => {
    const id = uuidOf(1_000);
    const plans = await explain(async () => [
      await reads.findAsset(project.id, id),
      await reads.findApproval(project.id, id),
      await reads.findDeployment(project.id, id),
    ]);
    for (const plan of plans) expectBounded(plan, 1);
  });
});
