import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBounded, expectOrderedRead } from '@slipway/testing';
import { findJobBuild, hasSameFinding } from '../reads/builds/build-points.js';
import { requestInvestigations } from '../stores/apply/builds/automatic-investigations.js';
import type { MergedBuildRun } from '../stores/apply/builds/build-runs.js';
import { notePasses } from '../stores/apply/builds/problem-passes.js';
import { findProblemHistory } from '../stores/problems/problem-history.js';
import { listProblemsToSettle, settleProblem } from '../stores/problems/settle-problem.js';
import { planStudio } from './plan-studio.fixture.js';

const BUILDS = 20_000;
const PROBLEMS = 5_000;
const JOBS = 40;
const COUNT = 21;
/** The last 500 builds of a project decide its main job. */
const MAX_RECENT_BUILDS = 500;
/** Later passing builds of a job are searched up to this number. */
const MAX_SETTLE_READ = 1_000;

const { database, run, explain, reads, accountId, project } = await planStudio();
const firstPage = { count: COUNT, after: null };
const at = (second: number | string) => `to_timestamp(${Date.UTC(2026, 0, 1) / 1000} + ${second})`;
const time = at('n');

/** Every second build of each job fails, of one of many problems. Nearly all problems are resolved. */
beforeAll(async () => {
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, branch, commit_hash, started_at, finished_at, has_log, created_at, updated_at)
     SELECT $1, $2, 1, 'Job-' || n % ${JOBS}, 'Job', n::text,
       (CASE WHEN n / ${JOBS} % 2 = 0 THEN 'failed' ELSE 'completed' END)::build_status, ${time}, 'unreal', 'main',
       'sha-' || n / 3, ${time}, ${time}, true, ${time}, ${time} FROM generate_series(1, ${BUILDS}) n`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO problems (account_id, project_id, fingerprint, category, title, state, first_seen_at, last_seen_at,
       first_build_run_id, last_build_run_id)
     SELECT $1, $2, md5(n::text) || md5(n::text), 'compile', 'x',
       (CASE WHEN n <= 20 THEN 'open' ELSE 'resolved' END)::problem_state, ${time}, ${time}, 1, 1
     FROM generate_series(1, ${PROBLEMS}) n`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO problem_builds (problem_id, build_run_id, seen_at)
     SELECT CASE WHEN b.id % 2 = 0 THEN p.first ELSE p.first + b.id % ${PROBLEMS} END, b.id, b.finished_at
     FROM build_runs b, (SELECT min(id) AS first FROM problems) p WHERE b.status = 'failed'`,
  );
  await run(
    `INSERT INTO problem_jobs (problem_id, integration_id, job_key, branch, job_name, last_seen_at, last_build_run_id, passes)
     SELECT id, 1, 'Job-' || id % ${JOBS}, 'main', 'Job', last_seen_at, 1, CASE state WHEN 'open' THEN 0 ELSE 3 END
     FROM problems`,
  );
  await run(
    `INSERT INTO investigations (id, account_id, project_id, build_run_id, status, credits_charged, charged_on, fingerprint)
     SELECT gen_random_uuid(), $1, $2, id, 'completed', 1, date '2026-01-01', md5(id::text) || md5(id::text)
     FROM build_runs WHERE status = 'failed'`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, timestamp)
     SELECT $1, $2, 1, n::text, n::text, 'Changelist', ${time} FROM generate_series(1, ${PROBLEMS}) n`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO tasks (account_id, project_id, title) SELECT $1, $2, 'x' FROM generate_series(1, ${PROBLEMS}) n`,
    [accountId, project.id],
  );
  await run('ANALYZE');
}, 120_000);

describe(`${PROBLEMS} problems of ${BUILDS} builds`, () => {
  it.each([
    [undefined, 'problems_project_id_last_seen_at_id_idx'],
    ['open', 'problems_project_id_state_last_seen_at_id_idx'],
    ['resolved', 'problems_project_id_state_last_seen_at_id_idx'],
  ] as const)('are listed in the order of an index: %s', async (state, index) => {
    const [plan] = await explain(() => reads.listProblems(project.id, { state }, firstPage));
    if (plan === undefined) throw new Error('nothing was explained');
    expectOrderedRead(plan, { index, count: COUNT });
  });

  it('are read one by one, with a bounded number of builds', async () => {
    const { rows } = await run('SELECT min(id)::int AS id FROM problems');
    const { id } = rows[0];
    const plans = await explain(async () => [
      await reads.findProblem(project.id, id),
      await reads.listProblemBuilds(project.id, id),
      await findProblemHistory(database, id, 0),
      await listProblemsToSettle(database),
    ]);
    expect(plans).toHaveLength(4);
    for (const plan of plans) expectBounded(plan, 200);
  });

  it('count only the builds of the days they are shown for', async () => {
    const { rows } = await run(
      'SELECT (SELECT min(id)::int FROM problems) AS id, max(seen_at) AS last FROM problem_builds',
    );
    const { id, last } = rows[0];
    const starts = [new Date(last.getTime() - 60_000), new Date(last.getTime() - 30_000)];
    const [plan] = await explain(() => reads.listProblemDays({ problemIds: [id], starts }));
    if (plan === undefined) throw new Error('nothing was explained');
    expectBounded(plan, 200);
  });

  it('are found by their builds', async () => {
    const { rows } = await run(`SELECT max(id)::int AS id FROM build_runs WHERE status = 'failed'`);
    const build = await findJobBuild(database, project.id, rows[0].id);
    if (build === null) throw new Error('no failed build');
    const plans = await explain(async () => [
      await reads.findProblemOfBuild(project.id, build.id),
      await hasSameFinding(database, { build, since: null, fingerprint: 'x' }),
    ]);
    for (const plan of plans) expectBounded(plan, 200);
  });

  it('that are resolved cost a batch of passes nothing', async () => {
    const { rows } = await run(
      `SELECT id::int FROM build_runs WHERE status = 'completed' ORDER BY id DESC LIMIT 100`,
    );
    const builds = rows.map(({ id }) => ({ id, before: null, after: { status: 'completed', attempt: 1 } }));
    const plans = await explain(() => notePasses(database.pool, builds as unknown as MergedBuildRun[]));
    expect(plans).toHaveLength(1);
    for (const plan of plans) expectBounded(plan, 400);
    expect(plans[0]?.indexes).toContain('problem_jobs_failing_idx');
  });

  it('are settled with a bounded number of builds and changes, whether they resolve or stay open', async () => {
    const { rows } = await run(`SELECT id::int FROM problems WHERE state = 'open' ORDER BY id LIMIT 2`);
    const [passing, failing] = rows.map(({ id }: { id: number }) => id);
    // Its jobs have passed since; the newest builds of the other one's job failed.
    await run(
      `UPDATE problem_jobs SET last_seen_at = ${at(BUILDS / 2)}, passed_at = now() WHERE problem_id = $1`,
      [passing],
    );
    await run(`UPDATE problem_jobs SET last_seen_at = ${at(BUILDS)}, passed_at = now() WHERE problem_id = $1`, [
      failing,
    ]);
    for (const problemId of [passing, failing]) {
      const plans = await explain(() => settleProblem(database, problemId ?? 0));
      for (const { scannedTables, readRows } of plans) {
        for (const table of ['build_runs', 'changes', 'problems', 'problem_jobs'])
          expect(scannedTables).not.toContain(table);
        expect(readRows).toBeLessThanOrEqual(MAX_SETTLE_READ);
      }
    }
    expect(
      await database.prisma.problem.findMany({ where: { id: { in: [passing ?? 0, failing ?? 0] } } }),
    ).toMatchObject([{ state: 'resolved' }, { state: 'open' }]);
  });
});

describe(`automatic investigations among ${BUILDS} builds`, () => {
  it.each(['main_jobs', 'every_failure'] as const)(
    'are requested by index: %s',
    async (automaticInvestigation) => {
      await database.prisma.project.update({ where: { id: project.id }, data: { automaticInvestigation } });
      const { rows } = await run(
        `SELECT id::int FROM build_runs WHERE status = 'failed' ORDER BY id DESC LIMIT 100`,
      );
      await run(`DELETE FROM investigations WHERE build_run_id = ANY($1::bigint[])`, [rows.map(({ id }) => id)]);
      const builds = rows.map(({ id }) => ({
        id,
        before: null,
        after: { status: 'failed', attempt: 1 },
        scope: { projectId: project.id },
      }));
      const plans = await explain(() =>
        requestInvestigations(database.pool, { failed: builds as unknown as MergedBuildRun[], withLateLog: [] }),
      );
      expect(plans).toHaveLength(1);
      for (const { scannedTables, readRows } of plans) {
        expect(scannedTables).not.toContain('build_runs');
        expect(scannedTables).not.toContain('investigations');
        expect(readRows).toBeLessThanOrEqual(MAX_RECENT_BUILDS);
      }
      const buildRunId = { in: rows.map(({ id }) => id) };
      expect(await database.prisma.investigation.count({ where: { buildRunId, automatic: true } })).toBe(100);
    },
  );
});
