import { beforeAll, expect, it } from '@jest/globals';
import { newId } from '@slipway/domain';
import type { PlanFacts } from '@slipway/testing';
import { listCommitBuilds } from '../stores/github/commit-builds.js';
import { saveGithubSettings } from '../stores/github/github-connections.js';
import { type ClaimedConnection, findPendingUpdate, githubOutbox } from '../stores/github/github-outbox.js';
import { queueGithubUpdates } from '../stores/github/queue-updates.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 20_000;
const { database, run, explain, make, accountId, project } = await planStudio();
const { prisma } = database;
const { id: integrationId } = await make.integration(project, 'github');

const hash = 'left(md5(n::text) || md5((-n)::text), 40)';

/** Half of the builds name their commit by a short hash. Nearly all updates were sent. */
beforeAll(async () => {
  const rows = `FROM generate_series(1, ${ROWS}) n`;
  const place = { integrationId, projectId: project.id };
  await saveGithubSettings(database, place, { statuses: true, comments: true, apiUrl: 'https://x', appId: null });
  await run(
    `INSERT INTO changes (account_id, project_id, integration_id, repository, identifier, display_identifier,
       source_type, timestamp)
     SELECT $1, $2, $3, 'studio/harbor', ${hash}, 'x', 'GitCommit', now() ${rows}`,
    [accountId, project.id, integrationId],
  );
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, commit_hash)
     SELECT $1, $2, 0, 'Job-' || n % 20, 'Job', n::text, 'completed', now(), 'unreal',
       left(${hash}, CASE WHEN n % 2 = 0 THEN 8 ELSE 40 END) ${rows}`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO github_updates (integration_id, repository, sha, kind, job_name, pending_since)
     SELECT $1, 'studio/harbor', ${hash}, 'status', 'Job', CASE WHEN n > ${ROWS - 5} THEN now() END ${rows}`,
    [integrationId],
  );
  await run(
    `INSERT INTO github_comments (integration_id, repository, pull_number, comment_id, shows_failure)
     SELECT $1, 'studio/harbor', n, n, n > ${ROWS - 5} ${rows}`,
    [integrationId],
  );
  await run('VACUUM ANALYZE');
}, 120_000);

function expectIndexed(plans: readonly PlanFacts[], rows: number): void {
  const scanned = plans.flatMap(({ scannedTables }) => scannedTables);
  for (const table of ['build_runs', 'changes', 'github_updates', 'github_comments'])
    expect(scanned).not.toContain(table);
  expect(Math.max(...plans.map(({ readRows }) => readRows))).toBeLessThanOrEqual(rows);
}

it('the updates of a batch are queued by index, however many builds and commits there are', async () => {
  const builds = await prisma.buildRun.findMany({ take: 20, orderBy: { id: 'desc' }, select: { id: true } });
  const changes = await prisma.change.findMany({ take: 20, orderBy: { id: 'asc' }, select: { id: true } });
  const [buildIds, changeIds] = [builds, changes].map((list) => list.map(({ id }) => Number(id)));
  const plans = await explain(() =>
    queueGithubUpdates(database.pool, { buildIds: buildIds ?? [], changeIds: changeIds ?? [] }),
  );
  expect(plans).toHaveLength(1);
  expectIndexed(plans, 2_000);
  expect(await prisma.githubUpdate.count({ where: { kind: 'comment' } })).toBeGreaterThan(0);
});

it('an update to send and the builds of its commit are found by index', async () => {
  const leaseId = newId();
  // Explaining the claim takes it.
  const [claimed] = await explain(() => githubOutbox.claim(database, leaseId));
  const held = { integrationId, leaseId } as ClaimedConnection;
  const sha = (await findPendingUpdate(database, held))?.sha ?? '';
  const [found, listed] = await explain(async () => [
    await findPendingUpdate(database, held),
    await listCommitBuilds(database, { projectId: project.id, sha }),
  ]);
  expect(sha).not.toBe('');
  expectIndexed(
    [claimed, found, listed].filter((plan) => plan !== undefined),
    200,
  );
});
