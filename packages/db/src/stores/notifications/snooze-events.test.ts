import { describe, expect, it } from '@jest/globals';
import type { SnoozeEnd } from '@slipway/contracts';
import { buildReport } from '@slipway/testing';
import { findJobBuild } from '../../reads/builds/build-points.js';
import { editProblem } from '../problems/edit-problem.js';
import { placeBuild } from '../problems/place-build.js';
import { endDueSnoozes } from '../problems/snooze.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, watched } = await watchedProjects();
const START = Date.now() - 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const UNCHANGED = {
  state: undefined,
  mark: undefined,
  assigneeUserId: undefined,
  note: undefined,
  taskId: undefined,
  snooze: undefined,
};
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

/** A project whose main job has failed once, at changelist 100. */
async function failedProject() {
  const project = await watched('main_job.broke');
  const { projectId, ownerId } = project;
  await prisma.notificationRule.create({
    data: { event: 'main_job.still_broken', projectId, userId: ownerId, threshold: 2 },
  });
  let minute = 0;
  async function end(status: 'completed' | 'failed', changelist: string) {
    minute += 1;
    const at = START + minute * 60_000;
    const buildNumber = String(minute);
    await project.report(
      buildReport({ jobName: 'Harbor', buildNumber, status, changelist, reportedAt: at, finishedAt: at }),
    );
    const { id } = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber } });
    const build = await findJobBuild(database, projectId, Number(id));
    if (build !== null && status === 'failed')
      await database.modelTransaction((tx) => placeBuild(tx, { build, cause: CAUSE }));
  }
  const problem = () => prisma.problem.findFirstOrThrow({ where: { projectId } });
  async function edit(fields: Partial<Parameters<typeof editProblem>[2]>) {
    const edited = { projectId, problemId: Number((await problem()).id), userId: ownerId, now: new Date() };
    return database.modelTransaction((tx) => editProblem(tx, edited, { ...UNCHANGED, ...fields }));
  }
  await end('failed', '100');
  return {
    ...project,
    end,
    edit,
    problem,
    snooze: (ends: SnoozeEnd = 'date') => edit({ snooze: { until: new Date(Date.now() + 7 * DAY_MS), ends } }),
    isSnoozed: async () => (await problem()).snoozedUntil !== null,
    async titles(userId = ownerId) {
      return (await project.inboxOf(userId)).map(({ message }) => message.title);
    },
    /** Lets the time of the snooze come. */
    async expire() {
      await prisma.problem.updateMany({ where: { projectId }, data: { snoozedUntil: new Date(0) } });
      await endDueSnoozes(database);
    },
  };
}

const ENDED = 'A snoozed problem of Harbor needs attention again';

describe('a snoozed problem', () => {
  it('sends no message while it fails on, and one when its time has come', async () => {
    const project = await failedProject();
    await project.snooze();
    await project.end('failed', '101');
    expect(await project.titles()).toEqual([]);
    await project.expire();
    await project.expire();
    expect(await project.titles()).toEqual([ENDED]);
    expect(await project.isSnoozed()).toBe(false);
  });

  it('until the next change stays snoozed on the same revision, and not on a newer one', async () => {
    const project = await failedProject();
    await project.snooze('next_change');
    await project.end('failed', '100');
    await project.end('failed', '99');
    expect(await project.isSnoozed()).toBe(true);
    await project.end('failed', '101');
    expect(await project.isSnoozed()).toBe(false);
    expect(await project.titles()).toContain(ENDED);
    const [message] = (await project.inboxOf(project.ownerId)).filter(({ message }) => message.title === ENDED);
    expect(message?.message.text).toBe('Harbor #4 failed on a newer revision. The problem: Drag is missing');
  });

  it('until a date stays snoozed on newer revisions', async () => {
    const project = await failedProject();
    await project.snooze();
    await project.end('failed', '200');
    expect(await project.isSnoozed()).toBe(true);
  });

  it('also tells whoever took it, once, and nobody outside the account', async () => {
    const project = await failedProject();
    await project.snooze();
    await project.edit({ assigneeUserId: project.memberId });
    await prisma.accountMembership.deleteMany({
      where: { accountId: project.accountId, userId: project.ownerId },
    });
    await project.expire();
    expect(await project.titles(project.memberId)).toEqual([ENDED]);
    expect(await project.titles()).toEqual([]);
  });

  it('is not snoozed once somebody resolves it, and cannot be snoozed then', async () => {
    const project = await failedProject();
    await project.snooze();
    await project.edit({ state: 'resolved' });
    expect(await project.isSnoozed()).toBe(false);
    expect(await project.snooze()).toBe('not_open');
  });

  it('whose snooze somebody ended sends messages again, and none about the end', async () => {
    const project = await failedProject();
    await project.snooze();
    await project.edit({ snooze: null });
    await project.end('failed', '101');
    expect(await project.titles()).toEqual([expect.stringContaining('Harbor is broken'), expect.any(String)]);
  });
});
