import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, accountId, owner, member, database, browserOf } = await serveConsole();
const { prisma } = database;

const MINUTE_MS = 60_000;
const START = Date.now() - 600 * MINUTE_MS;
const minutes = (number: number) => new Date(START + number * MINUTE_MS);
const home = async () => (await owner.browser.call('GET', `/accounts/${accountId}/home`)).body;

describe('GET /console/api/accounts/:account_id/home', () => {
  it('lists approvals in the order of the review queue', async () => {
    const project = await make.project(accountId);
    for (const at of [2, 1, 3]) {
      const { id } = await make.asset(project);
      await make.approval(project, id, { createdAt: minutes(at) });
    }
    const idsOf = ({ approvals }: { approvals: { id: string }[] }) => approvals.map(({ id }) => id);
    const shown = await home();
    const { body: queue } = await owner.browser.call('GET', `/accounts/${accountId}/approvals`);
    expect(shown.approvals).toHaveLength(3);
    expect(idsOf(shown)).toEqual(idsOf(queue));
  });

  it('lists deployments in review in the order of the time that it shows, like the deployments page', async () => {
    const project = await make.project(accountId);
    const review = (createdAt: Date, submittedAt: Date) =>
      make.deployment(project, { status: 'in_review', createdAt, submittedAt });
    const older = await review(minutes(1), minutes(30));
    const newer = await review(minutes(2), minutes(3));
    const { in_review: shown } = await home();
    expect(shown).toMatchObject([
      { id: newer.id, created_at: minutes(2).toISOString() },
      { id: older.id, created_at: minutes(1).toISOString() },
    ]);
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/deployments`);
    expect(body.deployments.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
  });

  it('says nothing about the cause of a broken job that has no log', async () => {
    const project = await make.project(accountId);
    await make.buildRun(project, { status: 'failed' });
    const shown = (await home()).projects.find(({ id }: { id: number }) => id === project.id);
    expect(shown.broken).toMatchObject({ investigation: null, error: null, cause_state: null });
  });

  it.each([
    ['none', [], 0.1, null],
    ['possible', [{ line: 3, text: 'LNK2019' }], 0.3, 'LNK2019'],
    ['found', [{ line: 3, text: 'LNK2019' }], 0.9, 'LNK2019'],
  ])('says of a broken job that its cause is %s', async (state, evidence, confidence, error) => {
    const project = await make.project(accountId);
    const change = await make.change(project, { author: 'mholt', authorUserId: member.id });
    const build = await make.buildRun(project, { status: 'failed', changelist: change.identifier });
    await prisma.investigation.create({
      data: {
        accountId,
        projectId: project.id,
        buildRunId: build.id,
        status: 'completed',
        creditsCharged: 1,
        chargedOn: minutes(0),
        diagnosis: 'A symbol is missing.',
        evidence,
        confidence,
      },
    });
    const { projects } = await home();
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    const shown = projects.find(({ id }: { id: number }) => id === project.id);
    expect(shown.broken).toMatchObject({ error, cause_state: state, change: { author: name } });
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/builds`);
    expect(body.builds).toMatchObject([{ investigation: 'completed', cause: state, error }]);
  });
});

describe('the error of a failed build', () => {
  /** A project whose main job fails for one reason and then for another; only the first build was investigated. */
  async function startBroken() {
    const project = await make.project(accountId);
    const errors = [
      "Lantern.cs(41,3): error CS0103: The name 'Glow'",
      "New412.cs(7,1): error CS0246: The type 'Mist'",
    ];
    for (const [index, title] of errors.entries()) {
      const { id } = await make.buildRun(project, {
        status: 'failed',
        jobName: `job-${project.id}`,
        buildNumber: String(411 + index),
        createdAt: minutes(index),
      });
      await prisma.buildDiagnosis.create({
        data: {
          buildRunId: id,
          projectId: project.id,
          requestId: randomUUID(),
          requestedAt: null,
          rule: 1,
          title,
          message: title,
          line: 3,
          confidence: 0.9,
          diagnosis: title,
          category: 'compile',
        },
      });
      if (index > 0) continue;
      await prisma.investigation.create({
        data: {
          accountId,
          projectId: project.id,
          buildRunId: id,
          status: 'completed',
          creditsCharged: 1,
          chargedOn: minutes(0),
          diagnosis: title,
          evidence: [{ line: 3, text: title }],
          confidence: 0.9,
        },
      });
    }
    return { project, errors };
  }

  it('is that of the newest build on Home, whichever build was investigated', async () => {
    const { project, errors } = await startBroken();
    const shown = (await home()).projects.find(({ id }: { id: number }) => id === project.id);
    expect(shown.broken).toMatchObject({
      latest: { build_number: '412' },
      error: errors[1],
      cause_state: 'found',
    });
  });

  it('is in the list of builds, whose search finds it', async () => {
    const { project, errors } = await startBroken();
    const search = async (q: string) =>
      (await owner.browser.call('GET', `/projects/${project.id}/builds?q=${encodeURIComponent(q)}`)).body.builds;
    expect(await search('MIST')).toMatchObject([{ build_number: '412', error: errors[1] }]);
    expect(await search('412')).toMatchObject([{ build_number: '412' }]);
    expect(await search('Tide')).toEqual([]);
  });

  it('is found by the command menu, which leads to its problem', async () => {
    const { id: projectId } = await make.project(accountId);
    const seen = { firstSeenAt: minutes(0), lastSeenAt: minutes(0), firstBuildRunId: 1, lastBuildRunId: 1 };
    const { id } = await prisma.problem.create({
      data: {
        accountId,
        projectId,
        fingerprint: 'f'.padEnd(64, '0'),
        category: 'compile',
        ...seen,
        title: 'error C2039: GetPressure, asks wren@example.com',
      },
    });
    const { body } = await owner.browser.call('GET', `/accounts/${accountId}/search?q=getpressure`);
    expect(body.results).toMatchObject([{ kind: 'problem', url: `/projects/${projectId}/problems/${id}` }]);
    expect(JSON.stringify(body)).not.toContain('@example.com');
  });
});

describe('GET /console/api/accounts/:account_id/my_work', () => {
  const idsOf = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id);

  /** A project with a member, and what Home shows to them as their work. */
  async function startWork() {
    const project = await make.project(accountId);
    const { userId } = await make.member(project);
    const browser = await browserOf(userId);
    return {
      project,
      userId,
      work: async () => (await browser.call('GET', `/accounts/${accountId}/my_work`)).body,
    };
  }

  it('lists the open tasks of the person, newest first, and counts them all', async () => {
    const { project, userId, work } = await startWork();
    const task = (number: number, fields: object = {}) =>
      make.task(project, { userId, createdAt: minutes(number), ...fields });
    const older = await task(1);
    const newer = await task(2, { state: 'blocked' });
    await task(3, { state: 'completed' });
    await task(4, { userId: owner.id });
    const { tasks, task_count: total } = await work();
    expect([idsOf(tasks), total]).toEqual([[newer.id, older.id], 2]);
  });

  it('lists approvals of the projects of which the person is a member, but not of their own changes', async () => {
    const { project, userId, work } = await startWork();
    const change = await make.change(project, { authorUserId: userId });
    const { id: assetId } = await make.asset(project);
    await make.approval(project, assetId, { commitSha: change.identifier });
    const { id } = await make.approval(project, assetId, { commitSha: 'another' });
    const elsewhere = await make.project(accountId);
    await make.approval(elsewhere, (await make.asset(elsewhere)).id);
    expect(idsOf((await work()).approvals)).toEqual([id]);
  });

  it('lists builds of the person’s changes, by changelist and by an abbreviated hash', async () => {
    const { project, userId, work } = await startWork();
    const hash = 'b7'.repeat(20);
    await make.change(project, { identifier: hash, sourceType: 'GitCommit', authorUserId: userId });
    const changelist = await make.change(project, { identifier: '48213', authorUserId: userId });
    await make.change(project, { identifier: '48214', authorUserId: owner.id });
    const ofHash = await make.buildRun(project, { commitHash: hash.slice(0, 10), createdAt: minutes(1) });
    const ofChangelist = await make.buildRun(project, { changelist: '48213', createdAt: minutes(2) });
    await make.buildRun(project, { changelist: '48214', createdAt: minutes(3) });
    const { builds } = await work();
    expect(idsOf(builds)).toEqual([String(ofChangelist.id), String(ofHash.id)]);
    expect(builds[0]).toMatchObject({ project_id: project.id, change: { id: Number(changelist.id) } });
  });
});
