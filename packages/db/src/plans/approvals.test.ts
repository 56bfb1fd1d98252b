import { beforeAll, expect, it } from '@jest/globals';
import { planStudio } from './plan-studio.fixture.js';

/** As many as a large import requests. */
const ASSETS = 40_000;
const OTHER_CHANGES = 8;
const DECIDED_OF_EACH = 3;

const { run, explain, reads, accountId, project } = await planStudio();

const uuid = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";

beforeAll(async () => {
  const rows = [accountId, project.id, ASSETS + OTHER_CHANGES];
  await run(
    `INSERT INTO assets (id, account_id, project_id, name, path, asset_type, created_at, updated_at)
     SELECT ${uuid}, $1, $2, 'A' || n, 'Content/' || n, 'texture', now(), now() FROM generate_series(1, $3::int) n`,
    rows,
  );
  await run(
    `INSERT INTO approvals (id, account_id, project_id, asset_id, asset_version, commit_sha, status, created_at, updated_at)
     SELECT ${uuid}, $1, $2, ${uuid}, 1, CASE WHEN n <= ${ASSETS} THEN 'import' ELSE 'change-' || n END, 'pending',
       now() - interval '1 minute' * n / ${ASSETS}, now() FROM generate_series(1, $3::int) n`,
    rows,
  );
  await run(
    `INSERT INTO approvals (id, account_id, project_id, asset_id, asset_version, status, decided_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, ${uuid}, 1, 'approved', now(), now(), now()
     FROM generate_series(1, $3::int) n, generate_series(1, ${DECIDED_OF_EACH})`,
    rows,
  );
  await run('VACUUM ANALYZE');
}, 180_000);

it('a change with 40,000 pending approvals is one decision, hides no other, and is counted without reading its rows', async () => {
  let plans = await explain(async () => {
    const decisions = await reads.listWaitingApprovals(accountId);
    expect(decisions.map(({ others }) => others)).toEqual([ASSETS - 1, 0, 0, 0, 0, 0]);
  });
  plans = plans.concat(
    await explain(async () => {
      expect(await reads.countWaitingDecisions(accountId)).toBe(OTHER_CHANGES + 1);
    }),
  );
  for (const plan of plans) {
    expect(plan.indexes).toContain('approvals_account_pending_change_idx');
    expect(plan.scannedTables).not.toContain('approvals');
  }
});
