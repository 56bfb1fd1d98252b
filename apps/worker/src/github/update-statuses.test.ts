import { describe, expect, it } from '@jest/globals';
import { findPendingUpdate, githubOutbox, settleUpdate } from '@slipway/db';
import { newId } from '@slipway/domain';
import { githubFixture, newSha, REPOSITORY } from './github.fixture.js';

const fixture = await githubFixture();
const { database, github, prisma, newProject, send, attempt, endWaits, connection, pendingOf, find } = fixture;

describe('commit statuses', () => {
  it('follow a build from its start to its finding, each state once', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha, { status: 'building' });
    await send();
    await project.build(sha, { status: 'failed' });
    await send();
    await find(project, '7');
    await send();
    await project.build(sha, { status: 'failed' });
    await send();
    const build = await prisma.buildRun.findFirstOrThrow({ where: { projectId: project.id } });
    const target_url = `https://slipway.test/projects/${project.id}/builds/${build.id}`;
    const shared = { repository: REPOSITORY, sha, context: 'slipway/Harbor-Win64', target_url };
    expect(github.statuses).toEqual([
      { ...shared, state: 'pending', description: 'Build #7 is in progress.' },
      { ...shared, state: 'failure', description: 'Build #7 failed.' },
      { ...shared, state: 'failure', description: 'The compiler reports an error in Boat.cpp.' },
    ]);
    expect(await pendingOf(project.integrationId)).toBe(0);
    expect(await connection(project.integrationId)).toMatchObject({ lastError: null, failures: 0 });
  });

  it('send only the newest of the states that were not sent', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    for (const status of ['queued', 'building', 'completed'] as const) await project.build(sha, { status });
    await send();
    expect(github.statuses.map(({ state }) => state)).toEqual(['success']);
  });

  it('belong to the newest build of a job, in whatever order its builds are reported', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha, { buildNumber: '8', status: 'completed', startedAt: Date.now() });
    await send();
    await project.build(sha, { buildNumber: '7', status: 'failed', startedAt: Date.now() - 60_000 });
    await send();
    expect(github.statuses.map(({ state }) => state)).toEqual(['success']);
  });

  it('are set when the commit arrives after its build, by its short hash too', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.build(sha.slice(0, 9), { status: 'completed' });
    await send();
    expect(github.statuses).toEqual([]);
    await project.commit(sha);
    await send();
    expect(github.statuses).toMatchObject([{ sha, state: 'success' }]);
  });

  it('are left to GitHub for builds that ran there', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.githubBuild(sha, { status: 'failed' });
    await send();
    expect(github.received).toEqual([]);
  });

  it('of jobs with the same name show the worst result', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha, { jobKey: 'a/main', jobName: 'main', status: 'failed' });
    await project.build(sha, { jobKey: 'b/main', jobName: 'main', status: 'completed' });
    await send();
    expect(github.statuses).toMatchObject([{ context: 'slipway/main', state: 'failure' }]);
  });

  it.each([
    ['the switch is off', { statuses: false, repository: REPOSITORY }],
    ['the commit is of no repository', { statuses: true, repository: '' }],
  ])('are not set if %s', async (_, { statuses, repository }) => {
    const project = await newProject({ statuses });
    const sha = newSha();
    await project.commit(sha, repository);
    await project.build(sha);
    await send();
    expect(github.received).toEqual([]);
    expect(await prisma.githubUpdate.count()).toBe(0);
  });

  it('contain no credential, address or name of a member', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha, { status: 'failed', jobName: 'win for dev@studio.test' });
    const member = await prisma.user.findUniqueOrThrow({ where: { id: project.userId } });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await find(project, '7', { diagnosis: `${member.name} pushed ${secret} to dev@studio.test.` });
    await send();
    const sent = JSON.stringify(github.statuses);
    for (const text of [member.name, secret, 'dev@studio.test']) expect(sent).not.toContain(text);
  });
});

describe('a request that GitHub does not accept', () => {
  async function dueStatus(fields: Parameters<typeof newProject>[0] = {}) {
    const project = await newProject(fields);
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha);
    return project;
  }

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '120' } }, 120],
    ['403 with Retry-After', { status: 403, headers: { 'retry-after': '90' } }, 90],
    [
      '403 of a secondary limit',
      { status: 403, body: '{"message":"You have exceeded a secondary rate limit"}' },
      60,
    ],
  ])('waits as long as GitHub asks: %s', async (_, reply, seconds) => {
    const { integrationId } = await dueStatus();
    github.override(() => reply);
    const before = Date.now();
    await attempt();
    const { nextAttemptAt, failures, pausedAt } = await connection(integrationId);
    expect(nextAttemptAt.getTime()).toBeGreaterThanOrEqual(before + seconds * 1000);
    expect({ failures, pausedAt }).toEqual({ failures: 0, pausedAt: null });
    await attempt();
    expect(github.received).toHaveLength(1);
    github.override(null);
    await send();
    expect(github.statuses).toHaveLength(1);
  });

  it('waits until the rate limit is reset', async () => {
    const { integrationId } = await dueStatus();
    const reset = Math.floor(fixture.clock.now() / 1000) + 600;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    github.override(() => ({ status: 403, headers }));
    const before = Date.now();
    await attempt();
    const { nextAttemptAt } = await connection(integrationId);
    expect(nextAttemptAt.getTime()).toBeGreaterThan(before + 590_000);
  });

  it.each([
    ['5xx', { status: 502 }],
    ['no answer', 'hang'],
    ['a dead connection', 'reset'],
    ['a redirect to another server', { status: 307, headers: { location: 'https://attacker.test/' } }],
  ] as const)('is repeated later: %s', async (_, reply) => {
    const { integrationId } = await dueStatus();
    github.override(() => reply);
    await attempt(fixture.newUpdater({ timeoutMs: 200 }));
    expect(await connection(integrationId)).toMatchObject({ failures: 1, pausedAt: null });
    expect(await pendingOf(integrationId)).toBe(1);
    github.override(null);
    await send();
    expect(github.statuses).toHaveLength(1);
    expect(await connection(integrationId)).toMatchObject({ failures: 0, lastError: null });
  });

  it('follows the redirect of a renamed repository', async () => {
    await dueStatus();
    github.repositories.add('studio/harbour');
    github.override(({ path }) =>
      path.startsWith(`/repos/${REPOSITORY}/`)
        ? { status: 307, headers: { location: path.replace('harbor', 'harbour') } }
        : undefined,
    );
    await send();
    expect(github.statuses).toMatchObject([{ repository: 'studio/harbour' }]);
  });

  it('pauses the connection if the token was revoked, and mails the owners', async () => {
    const { integrationId } = await dueStatus();
    github.tokens.clear();
    await attempt();
    const paused = await connection(integrationId);
    expect(paused.pausedAt).not.toBeNull();
    expect(paused.lastError).toContain('401');
    expect(await prisma.mailOutbox.findMany({ select: { kind: true } })).toEqual([{ kind: 'channel_paused' }]);
    await send();
    expect(github.received).toHaveLength(1);
  });

  it('pauses the connection after a day without success', async () => {
    const { integrationId } = await dueStatus();
    const failingSince = new Date(Date.now() - 25 * 60 * 60_000);
    await prisma.githubConnection.updateMany({ data: { failingSince, failures: 7 } });
    github.override(() => ({ status: 500 }));
    await attempt();
    expect((await connection(integrationId)).pausedAt).not.toBeNull();
  });

  it('is given up if the repository is missing, and the next one is sent', async () => {
    const project = await newProject();
    const [lost, sha] = [newSha(), newSha()];
    await project.commit(lost, 'studio/removed');
    await project.build(lost, { buildNumber: '1' });
    await attempt();
    expect(await connection(project.integrationId)).toMatchObject({
      lastError: expect.stringContaining('studio/removed (404)'),
      pausedAt: null,
    });
    await project.commit(sha);
    await project.build(sha, { buildNumber: '2' });
    await send();
    expect(github.statuses).toMatchObject([{ sha }]);
    expect(await connection(project.integrationId)).toMatchObject({ lastError: null });
  });

  it('is given up after a day', async () => {
    const { integrationId } = await dueStatus();
    await prisma.githubUpdate.updateMany({ data: { pendingSince: new Date(Date.now() - 25 * 60 * 60_000) } });
    await send();
    expect(github.received).toEqual([]);
    expect(await pendingOf(integrationId)).toBe(0);
  });

  it('never reaches a private address that is not allowed', async () => {
    const { integrationId } = await dueStatus();
    await attempt(fixture.newUpdater({ networks: '' }));
    expect(github.received).toEqual([]);
    expect((await connection(integrationId)).lastError).toContain('NOTIFICATION_ALLOWED_NETWORKS');
  });

  it.each(['../../user', 'studio/..', 'studio/harbor/../x', 'studio'])(
    'is not made for a repository that no GitHub has: %s',
    async (repository) => {
      const project = await newProject();
      const sha = newSha();
      await project.commit(sha, repository);
      await project.build(sha);
      await send();
      expect(github.received).toEqual([]);
      expect(await pendingOf(project.integrationId)).toBe(0);
    },
  );
});

describe('a change while an update is being sent', () => {
  it('is sent afterwards', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha, { status: 'building' });
    const held = await githubOutbox.claim(database, newId());
    const update = held && (await findPendingUpdate(database, held));
    if (update === null) throw new Error('nothing is pending');
    await project.build(sha, { status: 'completed' });
    await settleUpdate(database, update, { digest: 'pending', error: null });
    expect(await pendingOf(project.integrationId)).toBe(1);
    await send();
    expect(github.statuses).toMatchObject([{ state: 'success' }]);
    expect(await pendingOf(project.integrationId)).toBe(0);
  });

  it('is sent by another worker if the first one dies', async () => {
    const project = await newProject();
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha);
    await prisma.githubConnection.updateMany({
      data: { leaseId: '00000000-0000-4000-8000-000000000000', leasedUntil: new Date(Date.now() + 60_000) },
    });
    await attempt();
    expect(github.received).toEqual([]);
    await endWaits();
    await attempt(fixture.newUpdater());
    expect(github.statuses).toHaveLength(1);
  });
});
