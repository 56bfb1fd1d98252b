import { describe, expect, it } from '@jest/globals';
import { access, startPolling } from './polling.js';

const { prisma, make, jenkins, clock, connected, turn, runOf } = await startPolling();

describe('a commit trigger', () => {
  async function triggered(parameters: readonly string[] = []) {
    const { project, id } = await connected();
    const jobName = `triggered/job-${id}`;
    await prisma.integration.update({
      where: { id },
      data: { config: { server_url: jenkins.url, username: access.username, job_name: jobName } },
    });
    jenkins.job(jobName, parameters);
    const fields = { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued', commitHash: 'abc' };
    const run = await make.buildRun(project, { ...fields, branch: 'main', createdAt: new Date(clock.now()) });
    return { project, id, jobName, runId: run.id };
  }

  const starts = (jobName: string) =>
    jenkins.requests.filter(
      ({ method, path }) => method === 'POST' && path.includes(jobName.split('/')[1] ?? '?'),
    );

  it('starts the job once with what it takes, and the build gets its number', async () => {
    const { id, jobName, runId } = await triggered(['CONFIGURATION', 'Commit', 'BRANCH_NAME']);
    await turn();
    clock.advance(3_000);
    await turn();
    expect(starts(jobName).map(({ body }) => body)).toEqual(['Commit=abc&BRANCH_NAME=main']);
    expect(await runOf(id, 'commit-abc')).toMatchObject({ status: 'queued' });
    jenkins.startQueued();
    clock.advance(3_000);
    await turn();
    await turn();
    expect(await runOf(id, '1')).toMatchObject({ id: BigInt(runId), status: 'building', commitHash: 'abc' });
    expect(await runOf(id, 'commit-abc')).toBeNull();
    expect(starts(jobName)).toHaveLength(1);
  });

  it('joins the build that reports have told of by then', async () => {
    const { project, id, jobName } = await triggered();
    await turn();
    jenkins.startQueued();
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: '1', status: 'building' });
    clock.advance(3_000);
    await turn();
    expect(await prisma.buildRun.count({ where: { integrationId: id } })).toBe(1);
    expect(await runOf(id, '1')).toMatchObject({ commitHash: 'abc', branch: 'main' });
  });

  it('that is repeated starts nothing more', async () => {
    const { project, id, jobName } = await triggered();
    await turn();
    jenkins.startQueued();
    clock.advance(3_000);
    await turn();
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' });
    await turn();
    expect(starts(jobName)).toHaveLength(1);
    expect(await runOf(id, 'commit-abc')).toBeNull();
  });

  it('for a job that the integration does not name starts nothing', async () => {
    const { project, id } = await triggered();
    const before = jenkins.requests.filter(({ method }) => method === 'POST').length;
    await prisma.buildRun.deleteMany({ where: { integrationId: id } });
    jenkins.job('other');
    await make.buildRun(project, {
      integrationId: id,
      jobName: 'other',
      buildNumber: 'commit-abc',
      status: 'queued',
    });
    await turn();
    expect(jenkins.requests.filter(({ method }) => method === 'POST')).toHaveLength(before);
    expect(await runOf(id, 'commit-abc')).toMatchObject({ status: 'queued' });
  });
});
