import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import { buildReport, changeReport, deploymentReport, newAppliedProject } from '@slipway/testing';
import { forgetUnusedSweeps } from './history-sweeps.js';
import { daysAgo, retentionFixture, writtenAgo } from './retention.fixture.js';

const { database, prisma, studio, sweep } = await retentionFixture();
afterAll(() => database.close());
beforeEach(() => prisma.retentionSweep.deleteMany());

const newProject = () => newAppliedProject(database, studio.accountId);
type Project = Awaited<ReturnType<typeof newProject>>;

const old = daysAgo(100).getTime();
const build = (fields = {}) => buildReport({ reportedAt: old, finishedAt: old, ...fields });

let keys = 0;
/** Sends a delivery whose key is not known any more. */
function send(project: Project, operations: Operation[], receivedAt = Date.now()) {
  keys += 1;
  return project.apply([{ key: `late-${keys}`, operations, receivedAt }]);
}

const newestReason = async (projectId: number) =>
  (await prisma.delivery.findFirstOrThrow({ where: { projectId }, orderBy: { finishedAt: 'desc' } })).reason;

const EXPIRED = 'describes a time whose data is no longer retained';

async function age(projectId: number): Promise<void> {
  for (const table of [prisma.buildRun, prisma.change, prisma.deployment])
    await (table as typeof prisma.buildRun).updateMany({ where: { projectId }, data: writtenAgo(100) });
  await prisma.buildLog.updateMany({ where: { buildRun: { projectId } }, data: { receivedAt: daysAgo(100) } });
}

describe('a report of before the retained time', () => {
  it('does not bring a deleted build back, neither as a redelivery nor as a replay', async () => {
    const project = await newProject();
    await send(project, [build()]);
    await age(project.id);
    await send(project, [build({ buildNumber: '8', reportedAt: Date.now(), finishedAt: Date.now() })]);
    expect(await sweep('build_runs')).toBe(1);
    await send(project, [build()]);
    expect(await newestReason(project.id)).toBe(EXPIRED);
    // The sender reported no time of its own, so the time of receipt counts.
    await send(project, [build({ reportedAt: Date.now() })], old);
    const dryRun = await project.dryRun([{ key: 'dry', operations: [build()] }]);
    expect(dryRun).toMatchObject({ changes: [], deliveries: [{ reason: EXPIRED }] });
    const builds = await prisma.buildRun.findMany({ where: { projectId: project.id } });
    expect(builds.map(({ buildNumber }) => buildNumber)).toEqual(['8']);
  });

  it('still changes a build that was kept', async () => {
    const project = await newProject();
    await send(project, [build({ status: 'failed' })]);
    await age(project.id);
    expect(await sweep('build_runs')).toBe(0);
    await send(project, [build({ status: 'failed', reportedAt: old + 1, branch: 'main' })]);
    expect(await prisma.buildRun.findFirst({ where: { projectId: project.id } })).toMatchObject({
      branch: 'main',
    });
    expect(await newestReason(project.id)).toBeNull();
  });

  it('does not bring a deleted log back', async () => {
    const project = await newProject();
    const log = { content: 'output', truncated: false };
    await send(project, [build({ log })]);
    await age(project.id);
    await send(project, [build({ buildNumber: '8', reportedAt: Date.now(), finishedAt: Date.now() })]);
    expect(await sweep('build_logs')).toBe(1);
    await send(project, [build({ log }), build({ log, buildNumber: '9' })]);
    const builds = await prisma.buildRun.findMany({ where: { projectId: project.id } });
    expect(builds.map(({ buildNumber, hasLog }) => [buildNumber, hasLog]).toSorted()).toEqual([
      ['7', false],
      ['8', false],
      ['9', false],
    ]);
    expect(await prisma.buildLog.count({ where: { buildRun: { projectId: project.id } } })).toBe(0);
  });

  it('does not bring a deleted deployment back', async () => {
    const project = await newProject();
    await send(project, [deploymentReport({ at: old })]);
    await age(project.id);
    await send(project, [deploymentReport({ at: Date.now(), buildNumber: '8' })]);
    expect(await sweep('deployments')).toBe(1);
    await send(project, [deploymentReport({ at: old })]);
    expect(await prisma.deployment.count({ where: { projectId: project.id } })).toBe(1);
  });

  it('does not bring deleted changes back, but a push may bring old commits along with new ones', async () => {
    const project = await newProject();
    const commit = (identifier: string, timestamp = old) => changeReport({ identifier, timestamp });
    await send(project, [commit('c1'), commit('c2')]);
    await age(project.id);
    expect(await sweep('changes')).toBe(2);
    await send(project, [commit('c1'), commit('c2')]);
    expect(await prisma.change.count({ where: { projectId: project.id } })).toBe(0);
    await send(project, [commit('c2'), commit('c3', Date.now())]);
    expect(await prisma.change.count({ where: { projectId: project.id } })).toBe(2);
  });

  it('is applied where nothing expires, and again once the setting is removed', async () => {
    const project = await newProject();
    await send(project, [build()]);
    await sweep('build_runs');
    await send(project, [changeReport({ timestamp: old }), build({ buildNumber: '8' })]);
    await forgetUnusedSweeps(database.pool, {});
    await send(project, [build({ buildNumber: '9' })]);
    const builds = await prisma.buildRun.findMany({ where: { projectId: project.id } });
    expect(builds.map(({ buildNumber }) => buildNumber).toSorted()).toEqual(['7', '9']);
    expect(await prisma.change.count({ where: { projectId: project.id } })).toBe(1);
  });
});
