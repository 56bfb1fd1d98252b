import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PlanFacts } from '@slipway/testing';
import { findJobBuild, hasRevisionPassed, listPassingBefore } from '../reads/builds/build-points.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 20_000;
const JOBS = 20;
const SHOWN = 50;

const { database, run, explain, reads, make, accountId, project } = await planStudio();
const { id: taskId } = await make.task(project);

const START = Date.now() - 2 * 24 * 60 * 60_000;
const hash = 'left(md5(n::text) || md5((-n)::text), 40)';
const time = `to_timestamp(${START / 1000} + n)`;

/** One commit a second; half of the builds name theirs by a short hash. Some are deployed, the last ones for a task. */
beforeAll(async () => {
  const rows = `FROM generate_series(1, ${ROWS}) n`;
  const scope = [accountId, project.id];
  await run(
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
       timestamp, created_at, updated_at)
     SELECT $1, $2, 1, ${hash}, 'x', 'GitCommit', ${time}, ${time}, ${time} ${rows}`,
    scope,
  );
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, branch, commit_hash, started_at, finished_at, has_log, created_at, updated_at)
     SELECT $1, $2, 1, 'Job-' || n % ${JOBS}, 'Job', n::text,
       (CASE WHEN n % ${JOBS * 2} = 0 THEN 'failed' ELSE 'completed' END)::build_status, ${time}, 'unreal', 'main',
       left(${hash}, CASE WHEN n % 2 = 0 THEN 8 ELSE 40 END), ${time}, ${time}, true, ${time}, ${time} ${rows}`,
    scope,
  );
  await run(
    `INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at, build_number,
       external_id, commit_hash, live_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, 1, 'steam', 'live', ${time}, '', n::text,
       left(${hash}, CASE WHEN n % 200 = 0 THEN 10 ELSE 40 END), ${time} + interval '1 hour', ${time}, ${time}
     ${rows} WHERE n % 100 = 0`,
    scope,
  );
  await run(
    `INSERT INTO task_links (task_id, change_id, project_id)
     SELECT $1, id, $2 FROM changes WHERE project_id = $2 ORDER BY id DESC LIMIT ${SHOWN}`,
    [taskId, project.id],
  );
  await run('ANALYZE');
}, 120_000);

/** Fails if a statement read more rows than allowed, or scanned one of the large tables. */
function expectFound(plans: readonly PlanFacts[], rows: number): void {
  expect(plans.flatMap(({ scannedTables }) => scannedTables)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(changes|build_runs)$/)]),
  );
  expect(Math.max(...plans.map(({ readRows }) => readRows))).toBeLessThanOrEqual(rows);
}

async function numbered(table: 'changes' | 'build_runs', n: number): Promise<number> {
  const column = table === 'changes' ? 'identifier' : 'commit_hash';
  const names = `(SELECT ${hash} AS whole FROM (SELECT $2::int AS n) k) k`;
  const { rows } = await run(
    `SELECT t.id FROM ${table} t, ${names} WHERE t.project_id = $1 AND starts_with(k.whole, t.${column})`,
    [project.id, n],
  );
  return Number(rows[0].id);
}

describe(`commits with short hashes, among ${ROWS} changes and builds`, () => {
  it('link a change to its build, by index', async () => {
    for (const n of [500, 501]) {
      const id = await numbered('changes', n);
      const change = await reads.findChange(project.id, id);
      expect(change?.buildRuns.map((build) => build.id)).toEqual([await numbered('build_runs', n)]);
      expectFound(await explain(() => reads.findChange(project.id, id)), SHOWN);
    }
  });

  it('link a task to builds and deployments, by index', async () => {
    const task = await reads.findTask(project.id, taskId);
    expect(task?.links.buildRuns).toHaveLength(SHOWN);
    expect(task?.links.deployments).toHaveLength(1);
    // Each commit has 34 names.
    expectFound(await explain(() => reads.findTask(project.id, taskId)), SHOWN * 34);
  });

  it('link a deployment to the time of its change, by index', async () => {
    const since = new Date(START);
    const plans = await explain(async () => {
      expect((await reads.readMetrics(project.id, since)).shipped.leadSeconds).toBe(3_600);
    });
    expectFound(
      plans.filter(({ text }) => text.includes('named_change')),
      (3 * ROWS) / 100,
    );
  });

  it('are not mistaken for changelists: a changelist links to its own builds, by index', async () => {
    const { id } = await make.change(project, { identifier: '1' });
    const build = await make.buildRun(project, { changelist: '1' });
    expect((await reads.findChange(project.id, id))?.buildRuns).toMatchObject([{ id: build.id }]);
    expectFound(await explain(() => reads.findChange(project.id, id)), SHOWN);
  });

  it('are expanded to full hashes for an investigation where the change is known, by index', async () => {
    const id = await numbered('build_runs', 8_000);
    const failed = await findJobBuild(database, project.id, id);
    if (failed === null) throw new Error('no build');
    expect(failed.commitHash).toHaveLength(40);
    expect(await hasRevisionPassed(database, failed)).toBe(false);
    const passing = await listPassingBefore(database, failed);
    expect(passing.map(({ commitHash }) => commitHash.length)).toEqual(passing.map(() => 40));
    const { commitHash, jobKey, integrationId } = failed;
    await make.buildRun(project, { commitHash, jobKey, integrationId, status: 'completed' });
    expect(await hasRevisionPassed(database, failed)).toBe(true);
    const plans = await explain(async () => [
      await findJobBuild(database, project.id, id),
      await hasRevisionPassed(database, failed),
      await listPassingBefore(database, failed),
    ]);
    expectFound(plans, 200);
  });
});
