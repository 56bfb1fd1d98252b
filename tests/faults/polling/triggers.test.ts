import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { access, startPolling } from './polling.js';

const { prisma, make, jenkins, clock, connected, turn, runOf, worker } = await startPolling();

const DAY_MS = 24 * 60 * 60_000;

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
    const run = await tell(project, { ...fields, branch: 'main' });
    return { project, id, jobName, runId: run.id };
  }

  /** A trigger that is received now. */
  function tell(project: Parameters<typeof make.buildRun>[0], fields: Parameters<typeof make.buildRun>[1]) {
    const now = new Date(clock.now());
    return make.buildRun(project, { createdAt: now, statusAt: now, ...fields });
  }

  /** Lets time pass until whatever is tried again was tried for the last time. */
  async function waitLong(): Promise<void> {
    for (let turns = 0; turns < 12; turns += 1) {
      clock.advance(15 * 60_000);
      await turn();
    }
  }

  /** Answers the start in another way than the server does, which takes it or never gets it. */
  function answerStarts(answer: (response: ServerResponse) => unknown, { taken = true } = {}): void {
    const isStart = ({ method }: IncomingMessage) => method === 'POST';
    jenkins.intercept((request, response) => {
      if (!isStart(request)) return false;
      if (!taken) {
        answer(response);
        return true;
      }
      const writeHead = response.writeHead.bind(response);
      Object.assign(response, {
        writeHead() {
          Object.assign(response, { writeHead, end: response.end.bind(response) });
          answer(response);
          return { end: () => undefined };
        },
      });
      return false;
    });
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
    await tell(project, { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' });
    await turn();
    expect(starts(jobName)).toHaveLength(1);
    expect(await runOf(id, 'commit-abc')).toBeNull();
  });

  it('that is repeated while its delivery can be replayed starts nothing more', async () => {
    const { project, id, jobName } = await triggered();
    await turn();
    jenkins.startQueued();
    clock.advance(3_000);
    await turn();
    for (const days of [15, 15]) {
      clock.advance(days * DAY_MS);
      await tell(project, { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' });
      await turn();
      expect(await runOf(id, 'commit-abc')).toBeNull();
    }
    expect(starts(jobName)).toHaveLength(1);
    clock.advance(2 * DAY_MS);
    await turn();
    expect(await prisma.jenkinsBuild.count({ where: { integrationId: id, buildNumber: 'commit-abc' } })).toBe(0);
  });

  it('that is replayed after an hour starts nothing, started or not', async () => {
    const { project, id, jobName } = await triggered();
    await prisma.buildRun.deleteMany({ where: { integrationId: id } });
    const replayed = { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' };
    await tell(project, { ...replayed, statusAt: new Date(clock.now() - 61 * 60_000) });
    await turn();
    expect(starts(jobName)).toEqual([]);
  });

  const lost = (response: ServerResponse) => response.destroy();
  const answers: [string, (response: ServerResponse) => unknown][] = [
    ['201 without a place in the queue', (response) => response.writeHead(201).end()],
    ['200 with a packed page', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    ['302 to the job', (response) => response.writeHead(302, { location: '/ci/job/x/' }).end()],
    ['303 to nowhere', (response) => response.writeHead(303).end()],
    ['502 of a proxy', (response) => response.writeHead(502).end()],
    ['nothing at all', lost],
  ];

  it.each(answers)('answered with %s is started once, and found in the queue', async (_, answer) => {
    const { id, jobName, runId } = await triggered(['COMMIT']);
    jenkins.build(jobName, 4, { info: { actions: [{ parameters: [{ name: 'COMMIT', value: 'abc' }] }] } });
    answerStarts(answer);
    await turn();
    clock.advance(15 * 60_000);
    await turn();
    expect(await runOf(id, 'commit-abc')).toMatchObject({ status: 'queued' });
    jenkins.startQueued();
    clock.advance(15 * 60_000);
    await turn();
    expect(await runOf(id, '5')).toMatchObject({ id: BigInt(runId), commitHash: 'abc' });
    expect(await runOf(id, 'commit-abc')).toBeNull();
    await waitLong();
    expect(starts(jobName)).toHaveLength(1);
  });

  it.each(answers)('answered with %s is started once, and found among the builds', async (_, answer) => {
    const { id, jobName, runId } = await triggered();
    jenkins.build(jobName, 4);
    answerStarts(answer);
    await turn();
    jenkins.startQueued();
    clock.advance(15 * 60_000);
    await turn();
    expect(await runOf(id, '5')).toMatchObject({ id: BigInt(runId), commitHash: 'abc' });
    await waitLong();
    expect(starts(jobName)).toHaveLength(1);
  });

  it('whose answer got lost and that is nowhere is not started again, and says so', async () => {
    const { id, jobName } = await triggered(['COMMIT']);
    answerStarts(lost, { taken: false });
    await turn();
    await waitLong();
    expect(starts(jobName)).toHaveLength(1);
    const run = await runOf(id, 'commit-abc');
    expect(run).toMatchObject({ status: 'cancelled' });
    expect(run?.log?.content).toContain('not asked again');
  });

  it('that Jenkins took without ever showing it is left to reports', async () => {
    const { id, jobName } = await triggered(['COMMIT']);
    answerStarts((response) => response.writeHead(201).end(), { taken: false });
    await turn();
    await waitLong();
    expect(starts(jobName)).toHaveLength(1);
    expect(await runOf(id, 'commit-abc')).toBeNull();
  });

  it.each([503, 429, 403])('that Jenkins turned away with %d is started later', async (status) => {
    const { id, jobName } = await triggered();
    answerStarts((response) => response.writeHead(status).end(), { taken: false });
    await turn();
    jenkins.intercept(null);
    clock.advance(61 * 60_000);
    await turn();
    expect(starts(jobName)).toHaveLength(2);
    expect(await prisma.jenkinsBuild.findFirst({ where: { integrationId: id } })).toMatchObject({
      queueItem: expect.anything(),
    });
  });

  it('that started while nobody looked is found though Jenkins has forgotten its place in the queue', async () => {
    const { id, jobName, runId } = await triggered();
    await turn();
    jenkins.startQueued();
    jenkins.build(jobName, 2, { info: { queueId: 999_999 } });
    jenkins.intercept((request, response) => {
      if (request.url?.includes('/queue/item/') !== true) return false;
      response.writeHead(404).end();
      return true;
    });
    clock.advance(15 * 60_000);
    await turn();
    expect(await runOf(id, '1')).toMatchObject({ id: BigInt(runId), commitHash: 'abc' });
  });

  it('is started once though its worker is told to end in the middle', async () => {
    const { jobName } = await triggered();
    const ending = worker();
    let asked: (() => void) | undefined;
    jenkins.intercept((request, response) => {
      if (request.method !== 'POST') return false;
      asked = () => response.writeHead(201, { location: 'http://jenkins.invalid/queue/item/7/' }).end();
      return true;
    });
    await ending.tick();
    await eventually('Jenkins is asked', () => Promise.resolve(asked && true));
    const closed = ending.close();
    asked?.();
    await closed;
    expect(await prisma.jenkinsBuild.findFirst({ where: { jobKey: jobName } })).toMatchObject({ queueItem: 7n });
    await turn();
    expect(starts(jobName)).toHaveLength(1);
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
