import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBounded, explainedDatabase, factories, testDatabase } from '@slipway/testing';
import {
  findFirstFailed,
  findJobBuild,
  findNewestPassing,
  hasRevisionPassed,
  type JobBuild,
  listPassingBefore,
} from '../reads/builds/build-points.js';
import { findChangesSince } from '../reads/builds/suspect-changes.js';
import { trimBaselines } from '../stores/builds/build-baselines.js';
import { findStrandedInvestigations } from '../stores/builds/investigations.js';

const ROWS = 20_000;
const JOBS = 20;

const { url } = await testDatabase();
const { database, run, explain } = explainedDatabase(url);
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const { id: integrationId } = await make.integration(project, 'github');

const EPOCH = Date.UTC(2026, 0, 1);
const time = `to_timestamp(${EPOCH / 1000} + n)`;

/** One build a second, alternating between jobs; every eighth of a job fails. One change with two files a second. */
beforeAll(async () => {
  const rows = `FROM generate_series(1, ${ROWS}) n`;
  const scope = [accountId, project.id];
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, branch, commit_hash, started_at, finished_at, has_log, created_at, updated_at)
     SELECT $1, $2, 1, 'Job-' || n % ${JOBS}, 'Job', n::text,
       (CASE WHEN n / ${JOBS} % 8 = 0 THEN 'failed' ELSE 'completed' END)::build_status, ${time}, 'unreal', 'main',
       'sha-' || n, ${time}, ${time}, true, ${time}, ${time} ${rows}`,
    scope,
  );
  await run(
    `INSERT INTO changes (account_id, project_id, integration_id, repository, identifier, display_identifier,
       source_type, branch, author_uid, file_count, timestamp, created_at, updated_at)
     SELECT $1, $2, 1, 'studio/harbor', 'sha-' || n, 'sha', 'GitCommit', 'main', 'dev' || n % 50, 2, ${time}, ${time},
       ${time} ${rows}`,
    scope,
  );
  await run(
    `INSERT INTO change_files (change_id, path, action)
     SELECT id, 'Source/' || side || identifier, 'edit' FROM changes, (VALUES ('a'), ('b')) s(side)`,
  );
  await run(
    `INSERT INTO ref_moves (account_id, project_id, integration_id, repository, ref, before, after, forced, commits,
       mentions, moved_at, digest)
     SELECT $1, $2, ${integrationId}, 'studio/harbor', 'refs/heads/main', 'sha-' || n - 1, 'sha-' || n, false, ARRAY['sha-' || n],
       ARRAY['sha-' || n - 1, 'sha-' || n], ${time}, md5(n::text) || md5(n::text) ${rows}`,
    scope,
  );
  await run(
    `INSERT INTO build_baselines (integration_id, job_key, project_id, baseline, build_run_id, finished_at)
     SELECT n / 50, 'Job-' || n, $1 + n % 100, '{}', 1, ${time} FROM generate_series(1, 10000) n
     WHERE EXISTS (SELECT FROM projects WHERE id = $1 + n % 100)`,
    [project.id],
  );
  await run(
    `INSERT INTO users (email, name, password_hash) SELECT n || '@studio.test', 'x', '!' FROM generate_series(1, 20000) n`,
  );
  await run(
    `INSERT INTO accounts (prefixed_id, name) SELECT 'acct_other' || n, 'x' FROM generate_series(1, 1000) n`,
  );
  await run(
    `INSERT INTO account_memberships (user_id, account_id)
     SELECT u.id, a.id FROM users u JOIN accounts a ON a.id % 1000 = u.id % 1000 ON CONFLICT DO NOTHING`,
  );
  await run(
    `INSERT INTO connected_accounts (account_id, user_id, provider, uid)
     SELECT account_id, user_id, 'github', 'dev' || user_id FROM account_memberships`,
  );
  await run(
    `INSERT INTO integrations (account_id, project_id, provider, name, token_hash, token_prefix)
     SELECT $1, $2, 'github', 'x', md5(n::text) || md5(n::text), 'x' FROM generate_series(1, 5000) n`,
    scope,
  );
  await run('ANALYZE');
}, 120_000);

async function builds(): Promise<{ failed: JobBuild; passing: readonly JobBuild[] }> {
  const number = ROWS - (ROWS % (8 * JOBS)) + 3;
  const { rows } = await run(
    `SELECT id FROM build_runs WHERE project_id = $1 AND status = 'failed' AND build_number <= $2::text
     AND job_key = 'Job-3' ORDER BY finished_at DESC LIMIT 1`,
    [project.id, String(number)],
  );
  const failed = await findJobBuild(database, project.id, Number(rows[0].id));
  if (failed === null) throw new Error('no failed build');
  return { failed, passing: await listPassingBefore(database, failed) };
}

describe(`an investigation among ${ROWS} builds and changes`, () => {
  it('finds passing and failed builds of the job by index', async () => {
    const { failed, passing } = await builds();
    expect(passing.length).toBeGreaterThan(10);
    const last = passing.at(-1);
    if (last === undefined) throw new Error('no passing build');
    const plans = await explain(async () => [
      await listPassingBefore(database, failed),
      await findNewestPassing(database, failed),
      await hasRevisionPassed(database, failed),
      await findFirstFailed(database, last, failed),
    ]);
    expect(plans).toHaveLength(4);
    for (const plan of plans) expectBounded(plan, 200);
  });

  it('reads only the changes since the last passing build', async () => {
    const { failed, passing } = await builds();
    const [last] = passing;
    if (last === undefined) throw new Error('no passing build');
    const found = await findChangesSince(database, last, failed);
    expect(found).toMatchObject({ isCut: false });
    expect(found.changes).toHaveLength(JOBS);
    expect(found.changes[0]?.files).toHaveLength(2);
    const plans = await explain(() => findChangesSince(database, last, failed));
    for (const plan of plans) expectBounded(plan, 1_000);
  });

  it('stops at its limit, however many changes exist', async () => {
    const { failed } = await builds();
    const first = { ...failed, commitHash: '', startedAt: EPOCH, finishedAt: EPOCH };
    expect((await findChangesSince(database, first, failed)).isCut).toBe(true);
    const plans = await explain(() => findChangesSince(database, first, failed));
    for (const plan of plans) expectBounded(plan, 2_000);
  });

  it('finds stranded investigations by index, and trims the baselines of one project', async () => {
    const plans = await explain(() => findStrandedInvestigations(database));
    for (const plan of plans) expect(plan.readRows).toBeLessThanOrEqual(0);
    expect(await trimBaselines(database, project.id)).toBeGreaterThanOrEqual(0);
    const { rows } = await run('SELECT count(*)::int AS count FROM build_baselines WHERE project_id = $1', [
      project.id,
    ]);
    expect(rows[0].count).toBeLessThanOrEqual(200);
  });
});
