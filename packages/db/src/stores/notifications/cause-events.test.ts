import { expect, it } from '@jest/globals';
import { buildReport } from '@slipway/testing';
import { findJobBuild } from '../../reads/builds/build-points.js';
import { recordDiagnosis } from '../builds/diagnoses.js';
import { beginInvestigation, completeInvestigation } from '../builds/investigations.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, make, watched } = await watchedProjects();

const MINUTE_MS = 60_000;
const START = Date.now() - 60 * MINUTE_MS;

interface Found {
  readonly confidence?: number;
  /** Changes that the investigation suspects. */
  readonly changeIds?: readonly number[];
}

const diagnosisOf = (cause: string, confidence: number) => ({
  fingerprint: cause.padEnd(64, '0'),
  rule: 1,
  confidence,
  category: 'compile',
  tool: 'cpp',
  diagnosis: cause,
  line: 1,
  title: cause,
  message: cause,
  file: null,
  symbol: null,
  test: null,
  corrected: null,
});

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

  async function builtAs(buildRunId: number) {
    const found = await findJobBuild(database, projectId, buildRunId);
    if (found === null) throw new Error('there is no such build');
    return found;
  }

  /** Stores the diagnosis of a build, as a worker does. */
  async function diagnose(buildRunId: number, cause: string, confidence = 0.9) {
    const found = await builtAs(buildRunId);
    await database.modelTransaction((tx) => recordDiagnosis(tx, found, diagnosisOf(cause, confidence)));
  }

  /** Stores the finding of an investigation of the build, as a worker does. */
  async function find(buildRunId: number, cause: string, { confidence = 0.9, changeIds = [] }: Found = {}) {
    const requested = { accountId, projectId, buildRunId, creditsCharged: 0, chargedOn: new Date() };
    await prisma.investigation.deleteMany({ where: { buildRunId } });
    const { id } = await prisma.investigation.create({ data: requested });
    const held = await beginInvestigation(database, id);
    if (held === null) throw new Error('nothing to investigate');
    const found = await builtAs(buildRunId);
    const { fingerprint, ...diagnosis } = diagnosisOf(cause, confidence);
    await database.modelTransaction(async (tx) => {
      await recordDiagnosis(tx, found, { fingerprint, ...diagnosis });
      await completeInvestigation(tx, held, {
        fingerprint,
        confidence,
        category: 'compile',
        diagnosis: cause,
        attribution: '',
        suggestedFix: '',
        fixKind: 'general',
        attributedUserId: null,
        hasLog: true,
        evidence: [{ line: 1, text: cause }],
        steps: [],
        suspects: changeIds.map((changeId) => ({ changeId, reason: 'It touched Lamp.cpp.', confidence: 0.8 })),
      });
    });
  }

  return {
    ...project,
    build,
    find,
    diagnose,
    change: (displayIdentifier: string) => make.change({ id: projectId, accountId }, { displayIdentifier }),
    /** Reports a failed build whose cause is known before anything is sent. */
    async fail(number: number, cause: string, found?: Found) {
      await find(await build(number, 'failed'), cause, found);
    },
    /** Releases everything, and returns the titles and texts of the messages. A title ends with the error if it is certain. */
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

const SUSPECTED = 'CL 7 probably broke Harbor-Win64: Drag is missing';

it('a suspect that is found after the message with the cause follows in its thread, once', async () => {
  const { build, diagnose, find, change, messages, threads } = await failingProject();
  const failed = await build(1, 'failed');
  await diagnose(failed, 'Drag is missing');
  const { id } = await change('CL 7');
  expect(await messages()).toEqual([BROKEN]);
  await diagnose(await build(2, 'failed'), 'Drag is missing');
  await find(failed, 'Drag is missing', { changeIds: [id] });
  expect(await messages()).toEqual([BROKEN, SUSPECTED]);
  await find(failed, 'Drag is missing', { changeIds: [id, (await change('CL 8')).id] });
  expect(await messages()).toEqual([BROKEN, SUSPECTED]);
  expect((await threads()).size).toBe(1);
});

it('a suspect that is found together with a late cause is part of that message', async () => {
  const { build, find, change, messages } = await failingProject();
  const failed = await build(1, 'failed');
  await messages();
  await find(failed, 'Drag is missing', { changeIds: [(await change('CL 7')).id] });
  expect(await messages()).toEqual([
    'Harbor-Win64 is broken: Build #1 failed.',
    'Found why Harbor-Win64 is broken: Drag is missing',
  ]);
});

it('an investigation that finds no suspect, or is late for a job that passes, sends nothing', async () => {
  const { build, diagnose, find, change, messages } = await failingProject();
  const failed = await build(1, 'failed');
  await diagnose(failed, 'Drag is missing');
  await messages();
  await find(failed, 'Drag is missing');
  await build(2, 'completed');
  await find(failed, 'Drag is missing', { changeIds: [(await change('CL 7')).id] });
  expect(await messages()).toEqual([BROKEN]);
});

it('a suspect that is found before the message goes out is part of it', async () => {
  const { build, diagnose, find, change, messages } = await failingProject();
  const failed = await build(1, 'failed');
  await diagnose(failed, 'Drag is missing');
  const { id } = await change('CL 7');
  await find(failed, 'Drag is missing', { changeIds: [id] });
  expect(await messages()).toEqual([BROKEN]);
});
