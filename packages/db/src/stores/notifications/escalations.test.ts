import { expect, it } from '@jest/globals';
import { createProjectRedactors } from '@slipway/domain';
import { buildReport } from '@slipway/testing';
import { findJobBuild } from '../../reads/builds/build-points.js';
import { placeBuild } from '../problems/place-build.js';
import { releaseNotifications } from './release.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, watched } = await watchedProjects();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CAUSE = {
  fingerprint: 'f'.repeat(64),
  rule: 1,
  category: 'compile',
  tool: 'cpp',
  title: 'Drag is missing',
  message: 'Drag is missing',
  file: null,
  symbol: null,
  test: null,
};

/** A project whose owner wants to hear of what nobody has taken for two hours. Its main job broke so long ago. */
async function brokenFor(ms: number) {
  const project = await watched('main_job.not_taken', 120);
  const { projectId, ownerId } = project;
  let number = 0;
  async function end(status: 'completed' | 'failed', ago: number) {
    number += 1;
    const at = Date.now() - ago;
    const build = { buildNumber: String(number), status, reportedAt: at, finishedAt: at };
    await project.report(buildReport({ jobName: 'Editor-Win64', branch: 'main', ...build }));
    const { id } = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(number) } });
    const failed = status === 'failed' ? await findJobBuild(database, projectId, Number(id)) : null;
    if (failed !== null) await database.modelTransaction((tx) => placeBuild(tx, { build: failed, cause: CAUSE }));
  }
  await end('completed', ms + MINUTE_MS);
  await end('failed', ms);
  const edit = (data: object) => prisma.problem.updateMany({ where: { projectId }, data });
  const escalations = () =>
    prisma.notification.findMany({
      where: { projectId, event: 'main_job.not_taken' },
      orderBy: { createdAt: 'asc' },
    });
  const messages = async () =>
    (await project.inboxOf(ownerId))
      .filter(({ type }) => type === 'main_job.not_taken')
      .map(({ message }) => message);
  return { ...project, end, edit, escalations, messages };
}

it('is due so long after the job broke, and says for how long and that nobody has taken it', async () => {
  const { messages } = await brokenFor(2 * HOUR_MS);
  const [message] = await messages();
  expect(message?.title).toBe('Editor-Win64 on main broken for 2 h, and nobody has taken it');
  expect(message?.text).toBe('The cause is not known.');
});

it('waits until its time, even if the diagnosis of the build releases other messages', async () => {
  const { projectId, escalations } = await brokenFor(HOUR_MS);
  await releaseNotifications(database, {
    limit: 100,
    baseUrl: 'https://slipway.test',
    redactors: createProjectRedactors(['a'.repeat(32)]),
  });
  const { finishedAt } = await prisma.buildRun.findFirstOrThrow({ where: { projectId, status: 'failed' } });
  const releaseAt = new Date((finishedAt?.getTime() ?? 0) + 2 * HOUR_MS);
  expect(await escalations()).toMatchObject([{ releasedAt: null, releaseAt }]);
});

it('is sent once for an outage, also by several workers, and again for the next one', async () => {
  const { end, inboxOf, ownerId, messages } = await brokenFor(3 * HOUR_MS);
  await Promise.all([inboxOf(ownerId), inboxOf(ownerId), inboxOf(ownerId)]);
  await end('failed', 2.5 * HOUR_MS);
  expect(await messages()).toHaveLength(1);
  await end('completed', 2.4 * HOUR_MS);
  await end('failed', 2.2 * HOUR_MS);
  expect(await messages()).toHaveLength(2);
});

it('is not sent while somebody has the problem, and is once they put it back', async () => {
  const { edit, memberId, messages, escalations } = await brokenFor(2 * HOUR_MS);
  await edit({ assigneeUserId: memberId });
  expect(await messages()).toEqual([]);
  const [held] = await escalations();
  expect([held?.releasedAt, (held?.releaseAt.getTime() ?? 0) > Date.now()]).toEqual([null, true]);
  await edit({ assigneeUserId: null });
  expect(await messages()).toHaveLength(1);
});

it('is not sent while the problem is snoozed or resolved, or was taken by a member who then left: that is nobody', async () => {
  const { edit, messages } = await brokenFor(2 * HOUR_MS);
  await edit({ snoozedUntil: new Date(Date.now() + HOUR_MS) });
  expect(await messages()).toEqual([]);
  await edit({ snoozedUntil: null, state: 'resolved' });
  expect(await messages()).toEqual([]);
  await edit({ state: 'open', assigneeUserId: 999_999_999 });
  expect(await messages()).toHaveLength(1);
});

it('is dropped once the job has passed', async () => {
  const { end, escalations, messages } = await brokenFor(2 * HOUR_MS);
  await end('completed', HOUR_MS);
  expect(await messages()).toEqual([]);
  expect((await escalations())[0]?.releasedAt).not.toBeNull();
});

it('names the cause and who should look', async () => {
  const { projectId, accountId, ownerId, edit, messages } = await brokenFor(2 * HOUR_MS);
  const { id } = await prisma.accountGroup.create({ data: { accountId, name: 'Water', slug: 'water' } });
  await prisma.ownershipRules.create({
    data: { projectId, text: '/Source/Water/ @water', userId: ownerId, savedAt: new Date() },
  });
  await edit({ file: 'Source/Water/Buoyancy.cpp' });
  const [message] = await messages();
  expect(message?.text).toBe('The cause is not known. Water should look. Owns “/Source/Water/”.');
  expect(message?.facts).toContainEqual(
    expect.objectContaining({ label: 'Problem', value: 'Waits for the group Water, which owns it.' }),
  );
  expect(id).toBeGreaterThan(0);
});
