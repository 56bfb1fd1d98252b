import { beforeAll, describe, expect, it } from '@jest/globals';
import { explainedDatabase, factories, testDatabase } from '@slipway/testing';
import { registerBuilds, syncPolls } from '../stores/jenkins/jenkins-polls.js';

/** Builds that ended long ago, that just ended without a log, and that never ended. Each group exceeds the limit. */
const ROWS = 4_000;
/** How many builds of each group polling considers, every few seconds. */
const MAX_CONSIDERED = 1_000;

const { url } = await testDatabase();
const { database, run, explain } = explainedDatabase(url);
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const { id: integrationId } = await make.integration(project, 'jenkins');
const now = new Date();

const insert = `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status,
    status_at, finished_at, build_type, created_at, updated_at)
  SELECT $1, $2, $3, $4::text, $4::text, n::text, $5::build_status, now(), $6::timestamptz, 'unreal', now(), now()
  FROM generate_series(1, ${ROWS}) AS n`;

beforeAll(async () => {
  const config = { server_url: 'https://jenkins.example.com/' };
  await prisma.integration.update({ where: { id: integrationId }, data: { config } });
  const long = new Date(now.getTime() - 24 * 60 * 60_000);
  for (const [job, status, finishedAt] of [
    ['old', 'completed', long],
    ['passed', 'completed', now],
    ['failed', 'failed', now],
    ['open', 'building', null],
  ])
    await run(insert, [accountId, project.id, integrationId, job, status, finishedAt]);
  await syncPolls(database, now);
  await run('VACUUM ANALYZE');
});

describe('registering builds to poll', () => {
  it('reads a bounded number of builds of an integration, however many it has', async () => {
    const [plan] = await explain(() => registerBuilds(database, now));
    expect(plan?.scannedTables).not.toContain('build_runs');
    expect(plan?.readRows).toBeLessThanOrEqual(3 * MAX_CONSIDERED);
    expect(await prisma.jenkinsBuild.count()).toBe(3 * MAX_CONSIDERED);
  });

  it('reads none of them again once they are registered', async () => {
    await run('VACUUM ANALYZE');
    const [plan] = await explain(() => registerBuilds(database, now));
    expect(plan?.scannedTables).not.toContain('build_runs');
    expect(plan?.readRows).toBeLessThanOrEqual(3 * MAX_CONSIDERED);
  });
});
