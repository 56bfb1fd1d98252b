import { afterAll, describe, expect, it } from '@jest/globals';
import { editProblem, findJobBuild, findProblemHistory, listProblemsToSettle, settleProblem } from '@slipway/db';
import { factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';
import { placeBuild } from './place-build.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId, userId } = await make.studio();

const CAUSE = {
  rule: 1,
  category: 'compile',
  tool: 'cpp',
  title: 'error C2065',
  message: 'Fog.cpp(3): error C2065',
  file: 'Source/Fog.cpp',
  symbol: 'Density',
  test: null,
};
const START = Date.UTC(2026, 2, 3);
const HOUR_MS = 3_600_000;

let causes = 0;

/** A project whose builds are reported one an hour, and the problem that its failures belong to. */
async function newProject() {
  const project = await newAppliedProject(database, accountId, 'jenkins');
  causes += 1;
  const cause = { ...CAUSE, fingerprint: String(causes).padStart(64, '0') };
  let hours = 0;
  async function build(
    status: 'failed' | 'completed',
    fields: { job?: string; branch?: string; changelist?: string } = {},
  ) {
    hours += 1;
    const at = START + hours * HOUR_MS;
    const buildNumber = String(hours);
    await project.report({
      kind: 'build_report',
      jobName: fields.job ?? 'Harbor',
      buildNumber,
      attempt: 1,
      status,
      originalStatus: null,
      reportedAt: at,
      finishedAt: at,
      branch: fields.branch ?? 'main',
      ...(fields.changelist === undefined ? {} : { changelist: fields.changelist }),
    });
    const row = await prisma.buildRun.findFirstOrThrow({ where: { projectId: project.projectId, buildNumber } });
    return Number(row.id);
  }
  return {
    ...project,
    build,
    /** Reports a failed build, and records it as an investigation does. */
    async fails(fields: Parameters<typeof build>[1] = {}) {
      const id = await build('failed', fields);
      await this.isSeenIn(id);
      return id;
    },
    async isSeenIn(buildRunId: number) {
      const found = await findJobBuild(database, project.projectId, buildRunId);
      if (found === null) throw new Error('no such build');
      await database.modelTransaction((tx) => placeBuild(tx, { build: found, cause }));
    },
    async passes(times: number, fields: Parameters<typeof build>[1] = {}) {
      for (let passed = 0; passed < times; passed += 1) await build('completed', fields);
      await settleAll();
    },
    problem: () =>
      prisma.problem.findFirstOrThrow({ where: { projectId: project.projectId, fingerprint: cause.fingerprint } }),
  };
}

async function settleAll() {
  for (const id of await listProblemsToSettle(database))
    await database.modelTransaction((tx) => settleProblem(tx, id));
}

describe('a problem', () => {
  it('counts each build once, however often it is investigated', async () => {
    const project = await newProject();
    const first = await project.fails();
    await project.isSeenIn(first);
    const last = await project.fails();
    const problem = await project.problem();
    expect(problem).toMatchObject({ seenCount: 2, state: 'open', regressions: 0 });
    expect([problem.firstBuildRunId, problem.lastBuildRunId].map(Number)).toEqual([first, last]);
  });

  it('counts simultaneous first sightings as one problem', async () => {
    const project = await newProject();
    const ids: number[] = [];
    for (let times = 0; times < 4; times += 1) ids.push(await project.build('failed'));
    await Promise.all(ids.map((id) => project.isSeenIn(id)));
    expect(await project.problem()).toMatchObject({ seenCount: 4 });
  });

  it('is resolved after three passes of its job, and comes back as a regression', async () => {
    const project = await newProject();
    await project.fails();
    await project.passes(2);
    expect(await project.problem()).toMatchObject({ state: 'open' });
    await project.passes(1);
    const resolved = await project.problem();
    expect(resolved).toMatchObject({ state: 'resolved', resolvedById: null, regressions: 0 });
    expect(resolved.resolvedAt).toEqual(new Date(START + 4 * HOUR_MS));
    await project.fails();
    expect(await project.problem()).toMatchObject({ state: 'open', regressions: 1 });
    await project.passes(3);
    expect(await project.problem()).toMatchObject({ state: 'resolved', regressions: 1 });
  });

  it('stays open until every job and branch that showed it has passed three times', async () => {
    const project = await newProject();
    await project.fails();
    await project.fails({ branch: 'release' });
    await project.fails({ job: 'Docs' });
    await project.passes(3);
    await project.passes(3, { job: 'Docs' });
    await project.passes(9, { job: 'Docs', branch: 'release' });
    expect(await project.problem()).toMatchObject({ state: 'open' });
    await project.passes(3, { branch: 'release' });
    expect(await project.problem()).toMatchObject({ state: 'resolved' });
  });

  it('is resolved when it is found in an old build whose job has long passed again', async () => {
    const project = await newProject();
    const old = await project.build('failed');
    await project.passes(3);
    await project.isSeenIn(old);
    await settleAll();
    expect(await project.problem()).toMatchObject({ state: 'resolved', seenCount: 1 });
  });

  it('that is ignored stays ignored', async () => {
    const project = await newProject();
    await project.fails();
    const { id } = await project.problem();
    const edited = { projectId: project.projectId, problemId: Number(id), userId, now: new Date() };
    const nothing = {
      mark: undefined,
      assigneeUserId: undefined,
      note: undefined,
      taskId: undefined,
      snooze: undefined,
    };
    await database.modelTransaction((tx) => editProblem(tx, edited, { ...nothing, state: 'ignored' }));
    await project.passes(3);
    await project.fails();
    expect(await project.problem()).toMatchObject({ state: 'ignored', seenCount: 2, regressions: 0 });
  });

  it('keeps the change between the last failing and the first passing build as its likely fix', async () => {
    const project = await newProject();
    const at = (hours: number) => new Date(START + hours * HOUR_MS - HOUR_MS / 2);
    const change = (identifier: string, timestamp: Date) =>
      make.change(project, {
        identifier,
        displayIdentifier: `CL ${identifier}`,
        timestamp,
        branch: 'main',
        createdAt: timestamp,
        updatedAt: timestamp,
      });
    await change('48210', at(1));
    await project.fails({ changelist: '48210' });
    const fix = await change('48211', at(2));
    await project.passes(1, { changelist: '48211' });
    await change('48212', at(3));
    await project.passes(2, { changelist: '48212' });
    const problem = await project.problem();
    expect(problem).toMatchObject({ state: 'resolved' });
    expect(Number(problem.fixChangeId)).toBe(fix.id);
    const history = await findProblemHistory(database, Number(problem.id), 0);
    expect(history).toMatchObject({ seenCount: 1, fixedBy: 'CL 48211', examined: 1, passedOnRetry: 0 });
  });

  it('knows which of its builds passed on retry', async () => {
    const project = await newProject();
    await project.fails({ changelist: '7' });
    await project.passes(1, { changelist: '7' });
    await project.fails({ changelist: '8' });
    const last = await project.fails({ changelist: '9' });
    const { id } = await project.problem();
    const history = await findProblemHistory(database, Number(id), last);
    expect(history).toMatchObject({ examined: 2, passedOnRetry: 1, seenCount: 2 });
  });

  it('outlives its builds', async () => {
    const project = await newProject();
    const id = await project.fails();
    await prisma.buildRun.delete({ where: { id } });
    expect(await project.problem()).toMatchObject({ seenCount: 1, state: 'open' });
  });
});
