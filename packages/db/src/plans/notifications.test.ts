import { beforeAll, expect, it } from '@jest/globals';
import { newId } from '@slipway/domain';
import type { MergedBuildRun } from '../stores/apply/builds/build-runs.js';
import { notifyOfBuilds } from '../stores/notifications/build-events.js';
import { notifyOfCause } from '../stores/notifications/cause-events.js';
import { channelOutbox } from '../stores/notifications/channel-outbox.js';
import { addChannel } from '../stores/notifications/channels.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 10_000;
/** Failed builds of an outage are counted up to 1,000; the last 500 builds of a project decide its main job. */
const MAX_READ = 2_000;

const { database, run, explain, accountId, project } = await planStudio();
const { prisma } = database;

const insertBuilds = `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number,
    status, status_at, finished_at, build_type, created_at, updated_at)
  SELECT $1, $2, 1, $3::text, $3::text, $4::text || n, $4::build_status, now(), now() - make_interval(secs => $5::int - n),
    'unreal', now() - make_interval(secs => $5::int - n), now()
  FROM generate_series(1, ${ROWS}) AS n`;

const insertNotifications = `INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key,
    release_at, released_at)
  SELECT gen_random_uuid(), $1, $2, 'main_job.broke', 'old:' || n, 'old:' || n, now(), now()
  FROM generate_series(1, ${ROWS}) AS n`;

const insertDeliveries = `INSERT INTO notification_deliveries (id, notification_id, channel_id, project_id, status,
    expires_at)
  SELECT gen_random_uuid(), id, $1::uuid, project_id, 'sent', now() FROM notifications`;

beforeAll(async () => {
  for (const [job, ageSeconds] of [
    ['win', ROWS],
    ['mac', 2 * ROWS],
  ] as const) {
    await run(insertBuilds, [accountId, project.id, job, 'completed', 4 * ROWS]);
    await run(insertBuilds, [accountId, project.id, job, 'failed', ageSeconds]);
  }
  await run(insertNotifications, [accountId, project.id]);
  const channel = {
    projectId: project.id,
    accountId,
    kind: 'webhook' as const,
    name: 'n',
    target: 't',
    userId: 1,
  };
  const id = newId();
  await addChannel(database, { ...channel, id, config: new Uint8Array([1]) });
  await run(insertDeliveries, [id]);
  await run('VACUUM ANALYZE');
});

/** The newest failed build, as a batch that has just ended it sees it. */
async function endedBuild(): Promise<MergedBuildRun> {
  const { id } = await prisma.buildRun.findFirstOrThrow({
    where: { status: 'failed', jobKey: 'win' },
    orderBy: { id: 'desc' },
  });
  const after = { status: 'failed', attempt: 1 };
  return {
    id: Number(id),
    scope: { hasNotificationRules: true },
    before: null,
    after,
  } as unknown as MergedBuildRun;
}

it('the end of a build is compared with a bounded number of builds, however many there are', async () => {
  const build = await endedBuild();
  const plans = await explain(() => notifyOfBuilds(database.pool, [build]));
  expect(plans).toHaveLength(3);
  for (const { scannedTables, readRows } of plans) {
    expect(scannedTables).not.toContain('build_runs');
    expect(scannedTables).not.toContain('notifications');
    expect(readRows).toBeLessThanOrEqual(MAX_READ);
  }
  expect(await prisma.notification.count({ where: { event: 'main_job.broke', releasedAt: null } })).toBe(1);
});

it('the builds of a branch that never passed are compared with a bounded number too', async () => {
  const build = await endedBuild();
  const filter = await prisma.notificationFilter.create({
    data: { projectId: project.id, userId: 1, branchPatterns: ['*'] },
  });
  await run(`UPDATE build_runs SET branch = 'feature/fog' WHERE id = $1`, [build.id]);
  const plans = await explain(() => notifyOfBuilds(database.pool, [build]));
  await prisma.notificationFilter.delete({ where: { id: filter.id } });
  for (const { scannedTables, readRows } of plans) {
    expect(scannedTables).not.toContain('build_runs');
    // Each of the two lanes reads its last passing, last failing and earlier passing builds, and counts the failing ones.
    expect(readRows).toBeLessThanOrEqual(MAX_READ + 4_000);
  }
});

it('a cause is compared with a bounded number of builds and messages, even that of an old build', async () => {
  const build = await prisma.buildRun.findFirstOrThrow({
    where: { status: 'failed', jobKey: 'win' },
    orderBy: { finishedAt: 'asc' },
  });
  const fingerprint = 'f'.repeat(64);
  const seen = { firstSeenAt: new Date(), lastSeenAt: new Date(), firstBuildRunId: 1, lastBuildRunId: 1 };
  await prisma.problem.create({
    data: {
      accountId,
      projectId: project.id,
      fingerprint,
      category: 'compile',
      title: 'Drag is missing',
      ...seen,
    },
  });
  const plans = await explain(() =>
    notifyOfCause(database, { buildRunId: Number(build.id), fingerprint, confidence: 1 }),
  );
  expect(plans).toHaveLength(1);
  for (const { scannedTables, readRows } of plans) {
    expect(scannedTables).not.toContain('build_runs');
    expect(scannedTables).not.toContain('notifications');
    expect(readRows).toBeLessThanOrEqual(MAX_READ);
  }
});

it('a project without rules costs no statement', async () => {
  const build = await endedBuild();
  const unwatched = { ...build, scope: { ...build.scope, hasNotificationRules: false } };
  expect(await explain(() => notifyOfBuilds(database.pool, [unwatched]))).toEqual([]);
});

it('a channel with messages to send is found without reading the sent ones', async () => {
  const [claimed] = await explain(() => channelOutbox.claim(database, newId()));
  expect(claimed?.scannedTables).not.toContain('notification_deliveries');
});
