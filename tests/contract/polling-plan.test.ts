import { beforeAll, describe, expect, it } from '@jest/globals';
import { syncPolls, takeUpBuilds } from '@slipway/db';
import { factories, openTestDatabase, testProcess } from '@slipway/testing';
import { explainAll } from './plan.js';

/** Builds that ended long ago, that ended just now without a log, and that never ended: more than anyone may look at. */
const ROWS = 4_000;
/** What polling may look at of one integration, every few seconds. */
const LOOKED_AT = 1_000;

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { pool, prisma } = database;
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
    await pool.query({ text: insert, values: [accountId, project.id, integrationId, job, status, finishedAt] });
  await database.transaction((tx) => syncPolls(tx, now));
  await pool.query({ text: 'VACUUM ANALYZE' });
});

describe('looking for builds to poll', () => {
  it('reads no more of an integration than it may take up, however many builds it has', async () => {
    const [plan] = await explainAll(pool, (on) => takeUpBuilds(on, now));
    expect(plan?.scannedTables).not.toContain('build_runs');
    expect(plan?.readRows).toBeLessThanOrEqual(3 * LOOKED_AT);
    expect(await prisma.jenkinsBuild.count()).toBe(3 * LOOKED_AT);
  });

  it('reads no more once they are taken up', async () => {
    await pool.query({ text: 'VACUUM ANALYZE' });
    const [plan] = await explainAll(pool, (on) => takeUpBuilds(on, now));
    expect(plan?.scannedTables).not.toContain('build_runs');
    expect(plan?.readRows).toBeLessThanOrEqual(3 * LOOKED_AT);
  });
});
