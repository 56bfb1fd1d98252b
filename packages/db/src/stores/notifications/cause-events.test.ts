import { expect, it } from '@jest/globals';
import { buildReport } from '@slipway/testing';
import { findJobBuild } from '../../reads/builds/build-points.js';
import { recordDiagnosis } from '../builds/diagnoses.js';
import { beginInvestigation, completeInvestigation } from '../builds/investigations.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, watched } = await watchedProjects();

const MINUTE_MS = 60_000;
const START = Date.now() - 60 * MINUTE_MS;

interface Found {
  readonly confidence?: number;
}

/** A project whose owner hears that the main job breaks. Its builds end one a minute. */
async function failingProject() {
  const project = await watched('main_job.broke');
  const { accountId, projectId, ownerId, report, inboxOf } = project;
  const build = async (number: number, status: 'completed' | 'failed') => {
    const at = START + number * MINUTE_MS;
    const ended = { buildNumber: String(number), status, reportedAt: at, finishedAt: at };
    await report(buildReport({ jobName: 'Harbor-Win64', ...ended }));
    const run = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(number) } });
    return Number(run.id);
  };

  /** Stores the finding of an investigation of the build, as a worker does. */
  async function find(buildRunId: number, cause: string, { confidence = 0.9 }: Found = {}) {
    const requested = { accountId, projectId, buildRunId, creditsCharged: 0, chargedOn: new Date() };
    const { id } = await prisma.investigation.create({ data: requested });
    const held = await beginInvestigation(database, id);
    const found = await findJobBuild(database, projectId, buildRunId);
    if (held === null || found === null) throw new Error('nothing to investigate');
    const fingerprint = cause.padEnd(64, '0');
    await database.modelTransaction(async (tx) => {
      await recordDiagnosis(tx, found, {
        ...{ fingerprint, rule: 1, confidence, category: 'compile', tool: 'cpp', diagnosis: cause, line: 1 },
        ...{ title: cause, message: cause, file: null, symbol: null, test: null },
      });
      await completeInvestigation(tx, held, {
        ...{
          fingerprint,
          confidence,
          category: 'compile',
          diagnosis: cause,
          suggestedFix: '',
          fixKind: 'general',
        },
        ...{ attributedUserId: null, suspects: [], hasLog: true, evidence: [{ line: 1, text: cause }], steps: [] },
      });
    });
  }

  return {
    ...{ ...project, build, find },
    /** Reports a failed build whose cause is known before anything is sent. */
    async fail(number: number, cause: string, found?: Found) {
      await find(await build(number, 'failed'), cause, found);
    },
    /** Releases everything, and returns the titles and texts of the messages. */
    /** A title ends with the error if it is certain. */
    async messages() {
      return (await inboxOf(ownerId)).map(({ message: { title, text } }) =>
        title.endsWith(text) ? title : `${title}: ${text}`,
      );
    },
    async threads() {
      return new Set((await project.notifications()).map(({ threadKey }) => threadKey));
    },
  };
}

const BROKEN = 'Harbor-Win64 is broken: Drag is missing';
const OTHER = 'Harbor-Win64 now fails for another reason: Fog is missing';

it('a cause that is found after the message that the job broke follows in its thread', async () => {
  const { build, find, messages, threads } = await failingProject();
  const failed = await build(1, 'failed');
  await messages();
  await find(failed, 'Drag is missing');
  expect(await messages()).toEqual([
    'Harbor-Win64 is broken: Build #1 failed.',
    'Found why Harbor-Win64 is broken: Drag is missing',
  ]);
  expect((await threads()).size).toBe(1);
});

it('a cause that is found in time is part of the message, and nothing follows', async () => {
  const { fail, messages } = await failingProject();
  await fail(1, 'Drag is missing');
  await messages();
  await fail(2, 'Drag is missing');
  expect(await messages()).toEqual([BROKEN]);
});

it('another cause in the same outage is one message in the thread, even if the causes alternate', async () => {
  const { fail, messages, threads } = await failingProject();
  await fail(1, 'Drag is missing');
  await messages();
  for (const [number, cause] of ['Fog', 'Drag', 'Fog', 'Drag'].entries()) {
    await fail(number + 2, `${cause} is missing`);
    await messages();
  }
  expect(await messages()).toEqual([BROKEN, OTHER]);
  expect((await threads()).size).toBe(1);
});

it('another cause that is found before the first message is released follows it', async () => {
  const { build, find, fail, messages } = await failingProject();
  const first = await build(1, 'failed');
  await prisma.notification.updateMany({ where: { buildRunId: first }, data: { releaseAt: new Date(2100, 0) } });
  await fail(2, 'Fog is missing');
  await find(first, 'Drag is missing');
  expect(await messages()).toEqual([BROKEN, OTHER]);
});

it('a cause that a later build showed first, and then the first message, is not repeated', async () => {
  const { build, find, fail, messages } = await failingProject();
  const first = await build(1, 'failed');
  await prisma.notification.updateMany({ where: { buildRunId: first }, data: { releaseAt: new Date(2100, 0) } });
  await fail(2, 'Drag is missing');
  await find(first, 'Drag is missing');
  expect(await messages()).toEqual([BROKEN]);
});

it('a job that breaks again for another reason is a new outage, not another cause', async () => {
  const { build, fail, messages } = await failingProject();
  await fail(1, 'Drag is missing');
  await build(2, 'completed');
  await messages();
  await fail(3, 'Fog is missing');
  expect(await messages()).toEqual([BROKEN, 'Harbor-Win64 is broken: Fog is missing']);
});

it.each([
  ['is a guess', async ({ fail }) => fail(2, 'Fog is missing', { confidence: 0.2 })],
  [
    'has been ignored',
    async ({ fail, projectId }) => {
      await fail(2, 'Fog is missing');
      await prisma.notification.deleteMany({ where: { projectId, event: 'main_job.cause_found' } });
      await prisma.problem.updateMany({
        where: { projectId, title: 'Fog is missing' },
        data: { state: 'ignored' },
      });
      await fail(3, 'Fog is missing');
    },
  ],
  [
    'is found when the job has passed again',
    async ({ build, find }) => {
      const failed = await build(2, 'failed');
      await build(3, 'completed');
      await find(failed, 'Fog is missing');
    },
  ],
  [
    'is found when the cause of a later build is known',
    async ({ build, fail, find }) => {
      const failed = await build(2, 'failed');
      await fail(3, 'Drag is missing');
      await find(failed, 'Fog is missing');
    },
  ],
] as readonly [string, (project: Awaited<ReturnType<typeof failingProject>>) => Promise<void>][])(
  'another cause is not announced if it %s',
  async (_, happen) => {
    const project = await failingProject();
    await project.fail(1, 'Drag is missing');
    await project.messages();
    await happen(project);
    expect(await project.messages()).toEqual([BROKEN]);
  },
);

it('a fault that looks different in every log does not flood the thread', async () => {
  const { fail, messages } = await failingProject();
  for (let number = 1; number <= 12; number += 1) {
    await fail(number, `Cause ${number}`);
    await messages();
  }
  expect(await messages()).toHaveLength(6);
});
