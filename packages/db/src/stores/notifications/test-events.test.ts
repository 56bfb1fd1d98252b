import { describe, expect, it } from '@jest/globals';
import { ANY_VARIANT } from '@slipway/domain';
import { reportTests, testResult } from '@slipway/testing';
import { notifyOfChangedTests, notifyOfEndingMutes } from './test-events.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, make, watched } = await watchedProjects();
const DAY_MS = 24 * 60 * 60_000;
const NAMES = ['docks', 'sinks', 'sails'] as const;

type Watched = Awaited<ReturnType<typeof watched>>;

/** A build of a project in which three tests ran on each of two platforms, and what tells people of them. */
async function testedBuild({ accountId, projectId }: Pick<Watched, 'accountId' | 'projectId'>) {
  const { id } = await make.buildRun({ id: projectId, accountId }, { jobName: 'Harbor' });
  const buildRunId = Number(id);
  const results = NAMES.map((name) => testResult(name, ['passed'], { path: 'Quay' }));
  for (const platform of ['PS5', 'Win64']) {
    const variant = { ...ANY_VARIANT, platform };
    await reportTests(database, { accountId, projectId, buildRunId }, results, { variant });
  }
  const testOf = (name: string) => prisma.test.findFirstOrThrow({ where: { projectId, name } });

  async function change(event: 'test.broke' | 'test.became_flaky', platform: string, names: readonly string[]) {
    const suite = await prisma.testSuite.findFirstOrThrow({ where: { projectId, platform } });
    const run = await prisma.testRun.findFirstOrThrow({ where: { suiteId: suite.id } });
    const at = new Date();
    const state = event === 'test.broke' ? ('broken' as const) : ('flaky' as const);
    const testIds: number[] = [];
    for (const name of names) {
      const { id: testId } = await testOf(name);
      testIds.push(Number(testId));
      const since = { at: at.getTime(), revision: '4711' };
      const verdict = { state, previously: null, since, runsSince: 3, failuresSince: 3, evidence: {} };
      await prisma.testState.create({
        data: {
          testId,
          suiteId: suite.id,
          accountId,
          projectId,
          state,
          flakeRate: 0,
          since: at,
          verdict,
          judgedAt: at,
        },
      });
    }
    const origin = { accountId, projectId, buildRunId, runId: Number(run.id), suiteId: suite.id };
    await database.transaction((tx) => notifyOfChangedTests(tx, { ...origin, event, testIds }));
  }

  return { buildRunId, change, testOf };
}

describe('a test that broke', () => {
  it('is a message with its verdict, and a link to the build', async () => {
    const project = await watched('test.broke');
    const { change, buildRunId } = await testedBuild(project);
    await change('test.broke', 'PS5', ['sinks']);
    const [content] = await project.inboxOf(project.ownerId);
    expect(content?.message).toMatchObject({
      tone: 'bad',
      title: 'Quay.sinks is broken',
      text: expect.stringMatching(/^Broken on PS5 since #4711.*failed all 3 runs\.$/),
      link: { url: `https://slipway.test/projects/${project.projectId}/builds/${buildRunId}` },
    });
    expect(content?.data).toMatchObject({
      verdict: 'broken',
      tests: [{ suite: 'PlayMode', path: 'Quay', name: 'sinks', variant: 'PS5' }],
      count: 1,
    });
  });

  it('is in one message with the other tests and variants of the build, without those that were mended', async () => {
    const project = await watched('test.broke');
    const { change, testOf } = await testedBuild(project);
    await change('test.broke', 'PS5', ['docks', 'sinks', 'sails']);
    await change('test.broke', 'Win64', ['sinks']);
    await prisma.testState.deleteMany({ where: { testId: (await testOf('sails')).id } });
    const messages = await project.inboxOf(project.ownerId);
    expect(messages.map(({ message }) => message)).toMatchObject([
      {
        title: '3 tests are broken',
        text: expect.stringMatching(/^Quay\.\w+, Quay\.\w+, Quay\.\w+\.$/),
        facts: [
          { value: 'PlayMode' },
          { label: 'Variant' },
          { label: 'Build', value: expect.stringContaining('Harbor #') },
        ],
      },
    ]);
  });

  it('sends nothing once it is mended, nor in a project without a rule', async () => {
    const project = await watched('test.broke');
    const { change, testOf } = await testedBuild(project);
    await change('test.became_flaky', 'Win64', ['docks']);
    await change('test.broke', 'PS5', ['sinks']);
    await prisma.testState.deleteMany({ where: { testId: (await testOf('sinks')).id } });
    expect(await project.inboxOf(project.ownerId)).toEqual([]);
    expect(await project.notifications()).toMatchObject([{ event: 'test.broke' }]);
  });
});

it('a test that became flaky is a message', async () => {
  const project = await watched('test.became_flaky');
  await (await testedBuild(project)).change('test.became_flaky', 'PS5', ['sinks', 'docks']);
  const [content] = await project.inboxOf(project.ownerId);
  expect(content?.message).toMatchObject({ tone: 'neutral', title: '2 tests are flaky' });
});

describe('a mute that ends within a day', () => {
  async function muted(days: number, fields: { createdAt?: Date; endedAt?: Date } = {}) {
    const project = await watched('delivery.dead');
    const { accountId, projectId, ownerId, memberId } = project;
    const { testOf } = await testedBuild(project);
    const { id: testId } = await testOf('sinks');
    const scope = { accountId, projectId, testId, ownerUserId: memberId, mutedById: ownerId };
    const until = new Date(Date.now() + days * DAY_MS);
    const createdAt = new Date(Date.now() - 10 * DAY_MS);
    await prisma.testMute.create({ data: { ...scope, reason: 'Repair', until, createdAt, ...fields } });
    await notifyOfEndingMutes(database);
    return { project, testId };
  }

  it('is a message to its owner only, once', async () => {
    const { project, testId } = await muted(0.9);
    expect(await notifyOfEndingMutes(database)).toBe(0);
    const [content, ...others] = await project.inboxOf(project.memberId);
    expect(content?.message).toMatchObject({
      title: 'The mute of Quay.sinks ends soon',
      text: expect.stringContaining('It was muted because: Repair'),
      link: { url: `https://slipway.test/projects/${project.projectId}/tests/${testId}` },
    });
    expect(others).toEqual([]);
    expect(await project.inboxOf(project.ownerId)).toEqual([]);
  });

  it.each([
    ['ends later', 2, {}],
    ['has ended', 0.5, { endedAt: new Date() }],
    ['was never longer', 0.5, { createdAt: new Date() }],
  ])('sends nothing if it %s', async (_what, days, fields) => {
    const { project } = await muted(days, fields);
    expect(await project.inboxOf(project.memberId)).toEqual([]);
  });
});
