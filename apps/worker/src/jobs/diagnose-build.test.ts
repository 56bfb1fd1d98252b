import { describe, expect, it } from '@jest/globals';
import { findStrandedDiagnoses, purgeBuildLog } from '@slipway/db';
import { FINGERPRINT_RULE } from '@slipway/diagnosis';
import { job } from './diagnose-build.js';
import { job as sweepJob } from './diagnose-earlier-builds.js';
import { type DiagnosedProject, diagnosedProjects } from './diagnosed-project.fixture.js';
import { ERROR, OTHER } from './job-context.fixture.js';

const { prisma, context, newProject } = await diagnosedProjects();
const { database, engine } = context;

describe('a failed build with a log', () => {
  it('has a diagnosis and a problem without an investigation', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    expect(await project.diagnosis(id)).toMatchObject({
      requestedAt: null,
      rule: FINGERPRINT_RULE,
      category: 'compile',
      line: 2,
      message: ERROR,
      title: ERROR.replace('src/', 'src/'),
      symbol: 'Density',
      file: 'src/fog.c',
    });
    expect(await project.problems()).toMatchObject([{ seenCount: 1, title: ERROR, state: 'open' }]);
    expect(await prisma.investigation.count({ where: { projectId: project.projectId } })).toBe(0);
  });

  it('is counted once when it is investigated too, and the investigation agrees', async () => {
    const project = await newProject();
    await project.report(1, ERROR);
    const second = await project.report(2, ERROR);
    await project.diagnose();
    const { fingerprint, diagnosis } = await project.investigate(second);
    expect(diagnosis).toMatch(/Seen in one other build/);
    expect(await project.problems()).toMatchObject([{ fingerprint, seenCount: 2 }]);
  });

  it('is counted once when the investigation ends before the diagnosis', async () => {
    const project = await newProject();
    await project.investigate(await project.report(1, ERROR));
    await project.diagnose();
    expect(await project.problems()).toMatchObject([{ seenCount: 1 }]);
  });

  it('moves to another problem when a later log names another cause', async () => {
    const project = await newProject();
    for (const number of [1, 2]) await project.report(number, ERROR);
    await project.diagnose();
    await project.report(2, OTHER);
    await project.diagnose();
    expect(await project.problems()).toMatchObject([
      { title: ERROR, seenCount: 1 },
      { title: OTHER, seenCount: 1 },
    ]);
  });

  it('is diagnosed once its log arrives', async () => {
    const project = await newProject();
    const id = await project.report(1, null);
    expect(await project.diagnosis(id)).toBeNull();
    await project.report(1, ERROR);
    await project.diagnose();
    expect(await project.problems()).toMatchObject([{ seenCount: 1, title: ERROR }]);
  });

  it('counts in both problems when it runs again and fails for another reason', async () => {
    const project = await newProject();
    await project.report(1, ERROR);
    await project.diagnose();
    await project.report(1, OTHER, { attempt: 2 });
    await project.diagnose();
    expect((await project.problems()).map(({ title, seenCount }) => [title, seenCount])).toEqual([
      [ERROR, 1],
      [OTHER, 1],
    ]);
  });

  it('keeps the result of the last request when an earlier one ends late', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    const { diagnose } = engine;
    const late = {
      ...context,
      engine: {
        ...engine,
        async diagnose(...task: Parameters<typeof diagnose>) {
          const found = await diagnose(...task);
          await project.report(1, OTHER);
          await project.diagnose();
          return found;
        },
      },
    };
    await job.run({ buildRunId: id }, late);
    expect(await project.diagnosis(id)).toMatchObject({ title: OTHER, requestedAt: null });
    expect(await project.problems()).toMatchObject([{ title: OTHER, seenCount: 1 }]);
  });

  it('has no diagnosis after its log was purged', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    const purge = { projectId: project.projectId, buildRunId: id, userId: 1, now: new Date() };
    await database.modelTransaction((tx) => purgeBuildLog(tx, purge));
    expect(await project.diagnosis(id)).toBeNull();
  });

  it('shares no problem with another job if its log only says that the build failed', async () => {
    const project = await newProject();
    await project.report(1, 'Result: Failed (OtherCompilationError)', { job: 'Win64' });
    await project.report(2, 'Result: Failed (OtherCompilationError)', { job: 'Linux' });
    await project.report(3, 'Result: Failed (OtherCompilationError)', { job: 'Linux' });
    await project.diagnose();
    expect((await project.problems()).map(({ seenCount }) => seenCount)).toEqual([1, 2]);
  });

  it('is found again if its diagnosis was never queued', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    const stranded = await findStrandedDiagnoses(database, 0);
    expect(stranded.map(({ buildRunId }) => buildRunId)).toContain(id);
  });

  it('is given up after a few attempts', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await prisma.buildDiagnosis.update({ where: { buildRunId: id }, data: { attempts: 5 } });
    await project.diagnose();
    expect(await project.diagnosis(id)).toMatchObject({ requestedAt: null, line: null });
    expect(await project.problems()).toEqual([]);
  });
});

/** Makes the project look as an earlier rule left it: its problems have other fingerprints. */
async function underEarlierRule({ projectId }: DiagnosedProject, fingerprintOf: (buildRunId: number) => string) {
  await prisma.buildDiagnosis.deleteMany({ where: { projectId } });
  await prisma.diagnosisSweep.deleteMany();
  const builds = await prisma.problemBuild.findMany({ where: { problem: { projectId } } });
  for (const { problemId, buildRunId } of builds)
    await prisma.problem.update({
      where: { id: problemId },
      data: { fingerprint: fingerprintOf(Number(buildRunId)).padEnd(64, '0'), rule: FINGERPRINT_RULE - 1 },
    });
}

async function sweep() {
  while ((await sweepJob.run({}, context)) !== undefined);
}

describe('builds from before a new rule for fingerprints', () => {
  it('are diagnosed in the background, and their problem keeps what people decided', async () => {
    const project = await newProject();
    for (const number of [1, 2]) await project.report(number, ERROR);
    await project.diagnose();
    const [before] = await project.problems();
    await underEarlierRule(project, () => 'old');
    await prisma.problem.update({ where: { id: before?.id ?? 0 }, data: { state: 'ignored', note: 'Known.' } });
    await sweep();
    expect(await project.problems()).toMatchObject([
      { id: before?.id, fingerprint: before?.fingerprint, seenCount: 2, state: 'ignored', note: 'Known.' },
    ]);
    expect(await prisma.notification.count({ where: { projectId: project.projectId } })).toBe(0);
  });

  it('become one problem with the oldest id and the most significant state', async () => {
    const project = await newProject();
    await project.report(1, ERROR);
    await project.report(2, OTHER);
    await project.diagnose();
    const [first, second] = await project.problems();
    await underEarlierRule(project, String);
    await prisma.buildLog.updateMany({
      where: { buildRun: { projectId: project.projectId } },
      data: { content: `${ERROR}\n` },
    });
    await prisma.problem.update({ where: { id: first?.id ?? 0 }, data: { state: 'resolved', note: 'One.' } });
    await prisma.problem.update({ where: { id: second?.id ?? 0 }, data: { state: 'ignored', note: 'Two.' } });
    await sweep();
    expect(await project.problems()).toMatchObject([
      { id: first?.id, fingerprint: first?.fingerprint, seenCount: 2, state: 'ignored', note: 'One.\nTwo.' },
    ]);
  });

  it('split into problems of which the newest keeps the id, and all keep the state', async () => {
    const project = await newProject();
    for (const number of [1, 2, 3]) await project.report(number, ERROR);
    await project.diagnose();
    const [before] = await project.problems();
    await underEarlierRule(project, () => 'old');
    await prisma.buildLog.updateMany({
      where: { buildRun: { projectId: project.projectId, buildNumber: '1' } },
      data: { content: `${OTHER}\n` },
    });
    await prisma.problem.update({ where: { id: before?.id ?? 0 }, data: { state: 'ignored' } });
    await sweep();
    expect(await project.problems()).toMatchObject([
      { id: before?.id, fingerprint: before?.fingerprint, seenCount: 2, state: 'ignored' },
      { title: OTHER, seenCount: 1, state: 'ignored' },
    ]);
  });

  it('stay in their problem if their log is no longer kept', async () => {
    const project = await newProject();
    for (const number of [1, 2]) await project.report(number, ERROR);
    await project.diagnose();
    await underEarlierRule(project, () => 'old');
    const expired = { projectId: project.projectId, buildNumber: '1' };
    await prisma.buildLog.deleteMany({ where: { buildRun: expired } });
    await prisma.buildRun.updateMany({ where: expired, data: { hasLog: false } });
    await sweep();
    expect(await project.problems()).toMatchObject([{ seenCount: 2, rule: FINGERPRINT_RULE }]);
  });
});
