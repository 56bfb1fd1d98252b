import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { access, pollingFixture } from './polling.fixture.js';

const { prisma, make, jenkins, clock, newIntegration, poll, runOf, newPoller } = await pollingFixture();

const DAY_MS = 24 * 60 * 60_000;

describe('a commit trigger', () => {
  async function triggered(parameters: readonly string[] = []) {
    const { project, id } = await newIntegration();
    const jobName = `triggered/job-${id}`;
    await prisma.integration.update({
      where: { id },
      data: { config: { server_url: jenkins.url, username: access.username, job_name: jobName } },
    });
    jenkins.job(jobName, parameters);
    const fields = { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued', commitHash: 'abc' };
    const run = await trigger(project, { ...fields, branch: 'main' });
    return { project, id, jobName, runId: run.id };
  }

  /** A trigger that arrives now. */
  function trigger(project: Parameters<typeof make.buildRun>[0], fields: Parameters<typeof make.buildRun>[1]) {
    const now = new Date(clock.now());
    return make.buildRun(project, { createdAt: now, statusAt: now, ...fields });
  }

  /** Polls until all retries are used up. */
  async function useUpRetries(): Promise<void> {
    for (let polls = 0; polls < 12; polls += 1) {
      clock.advance(15 * 60_000);
      await poll();
    }
  }

  /** Replaces the response to a start request. With `accepted: false`, the server never sees the request. */
  function respondToStart(respond: (response: ServerResponse) => unknown, { accepted = true } = {}): void {
    const isStart = ({ method }: IncomingMessage) => method === 'POST';
    jenkins.intercept((request, response) => {
      if (!isStart(request)) return false;
      if (!accepted) {
        respond(response);
        return true;
      }
      const writeHead = response.writeHead.bind(response);
      Object.assign(response, {
        writeHead() {
          Object.assign(response, { writeHead, end: response.end.bind(response) });
          respond(response);
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

  it('starts the job once with its parameters, and the build gets its number', async () => {
    const { id, jobName, runId } = await triggered(['CONFIGURATION', 'Commit', 'BRANCH_NAME']);
    await poll();
    clock.advance(3_000);
    await poll();
    expect(starts(jobName).map(({ body }) => body)).toEqual(['Commit=abc&BRANCH_NAME=main']);
    expect(await runOf(id, 'commit-abc')).toMatchObject({ status: 'queued' });
    jenkins.startQueued();
    clock.advance(3_000);
    await poll();
    await poll();
    expect(await runOf(id, '1')).toMatchObject({ id: BigInt(runId), status: 'building', commitHash: 'abc' });
    expect(await runOf(id, 'commit-abc')).toBeNull();
    expect(starts(jobName)).toHaveLength(1);
  });

  it('is merged with its build when reports arrive first', async () => {
    const { project, id, jobName } = await triggered();
    await poll();
    jenkins.startQueued();
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: '1', status: 'building' });
    clock.advance(3_000);
    await poll();
    expect(await prisma.buildRun.count({ where: { integrationId: id } })).toBe(1);
    expect(await runOf(id, '1')).toMatchObject({ commitHash: 'abc', branch: 'main' });
  });

  it('starts nothing more when it is repeated', async () => {
    const { project, id, jobName } = await triggered();
    await poll();
    jenkins.startQueued();
    clock.advance(3_000);
    await poll();
    await trigger(project, { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' });
    await poll();
    expect(starts(jobName)).toHaveLength(1);
    expect(await runOf(id, 'commit-abc')).toBeNull();
  });

  it('starts nothing more when it is repeated while its delivery can be replayed', async () => {
    const { project, id, jobName } = await triggered();
    await poll();
    jenkins.startQueued();
    clock.advance(3_000);
    await poll();
    for (const days of [15, 15]) {
      clock.advance(days * DAY_MS);
      await trigger(project, { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' });
      await poll();
      expect(await runOf(id, 'commit-abc')).toBeNull();
    }
    expect(starts(jobName)).toHaveLength(1);
    clock.advance(2 * DAY_MS);
    await poll();
    expect(await prisma.jenkinsBuild.count({ where: { integrationId: id, buildNumber: 'commit-abc' } })).toBe(0);
  });

  it('starts nothing when it is replayed after an hour', async () => {
    const { project, id, jobName } = await triggered();
    await prisma.buildRun.deleteMany({ where: { integrationId: id } });
    const replayed = { integrationId: id, jobName, buildNumber: 'commit-abc', status: 'queued' };
    await trigger(project, { ...replayed, statusAt: new Date(clock.now() - 61 * 60_000) });
    await poll();
    expect(starts(jobName)).toEqual([]);
  });

  const lost = (response: ServerResponse) => response.destroy();
  const responses: [string, (response: ServerResponse) => unknown][] = [
    ['201 without a queue item', (response) => response.writeHead(201).end()],
    ['a compressed 200', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    ['302 to the job', (response) => response.writeHead(302, { location: '/ci/job/x/' }).end()],
    ['303 without a location', (response) => response.writeHead(303).end()],
    ['502', (response) => response.writeHead(502).end()],
    ['no response', lost],
  ];

  it.each(responses)('starts once and is found in the queue when Jenkins responds with %s', async (_, respond) => {
    const { id, jobName, runId } = await triggered(['COMMIT']);
    jenkins.build(jobName, 4, { info: { actions: [{ parameters: [{ name: 'COMMIT', value: 'abc' }] }] } });
    respondToStart(respond);
    await poll();
    clock.advance(15 * 60_000);
    await poll();
    expect(await runOf(id, 'commit-abc')).toMatchObject({ status: 'queued' });
    jenkins.startQueued();
    clock.advance(15 * 60_000);
    await poll();
    expect(await runOf(id, '5')).toMatchObject({ id: BigInt(runId), commitHash: 'abc' });
    expect(await runOf(id, 'commit-abc')).toBeNull();
    await poll();
    expect(starts(jobName)).toHaveLength(1);
  });

  it.each(responses)(
    'starts once and is found among the builds when Jenkins responds with %s',
    async (_, respond) => {
      const { id, jobName, runId } = await triggered();
      jenkins.build(jobName, 4);
      respondToStart(respond);
      await poll();
      jenkins.startQueued();
      clock.advance(15 * 60_000);
      await poll();
      expect(await runOf(id, '5')).toMatchObject({ id: BigInt(runId), commitHash: 'abc' });
      await poll();
      expect(starts(jobName)).toHaveLength(1);
    },
  );

  it('is not started again when the response is lost, and its log says why', async () => {
    const { id, jobName } = await triggered(['COMMIT']);
    respondToStart(lost, { accepted: false });
    await poll();
    await useUpRetries();
    expect(starts(jobName)).toHaveLength(1);
    const run = await runOf(id, 'commit-abc');
    expect(run).toMatchObject({ status: 'cancelled' });
    expect(run?.log?.content).toContain('does not request it again');
  });

  it('ends without a result when Jenkins accepts it but never lists it', async () => {
    const { id, jobName } = await triggered(['COMMIT']);
    respondToStart((response) => response.writeHead(201).end(), { accepted: false });
    await poll();
    await useUpRetries();
    expect(starts(jobName)).toHaveLength(1);
    expect(await runOf(id, 'commit-abc')).toBeNull();
  });

  it.each([503, 429, 403])('starts later when Jenkins responds with %d', async (status) => {
    const { id, jobName } = await triggered();
    respondToStart((response) => response.writeHead(status).end(), { accepted: false });
    await poll();
    jenkins.intercept(null);
    clock.advance(61 * 60_000);
    await poll();
    expect(starts(jobName)).toHaveLength(2);
    expect(await prisma.jenkinsBuild.findFirst({ where: { integrationId: id } })).toMatchObject({
      queueItem: expect.anything(),
    });
  });

  it('is found after Jenkins has forgotten its queue item', async () => {
    const { id, jobName, runId } = await triggered();
    await poll();
    jenkins.startQueued();
    jenkins.build(jobName, 2, { info: { queueId: 999_999 } });
    jenkins.intercept((request, response) => {
      if (request.url?.includes('/queue/item/') !== true) return false;
      response.writeHead(404).end();
      return true;
    });
    clock.advance(15 * 60_000);
    await poll();
    expect(await runOf(id, '1')).toMatchObject({ id: BigInt(runId), commitHash: 'abc' });
  });

  it('starts once even when its worker stops halfway', async () => {
    const { jobName } = await triggered();
    const ending = newPoller();
    let respond: (() => void) | undefined;
    jenkins.intercept((request, response) => {
      if (request.method !== 'POST') return false;
      respond = () => response.writeHead(201, { location: 'http://jenkins.invalid/queue/item/7/' }).end();
      return true;
    });
    await ending.tick();
    await eventually('Jenkins gets the request', () => Promise.resolve(respond && true));
    const closed = ending.close();
    respond?.();
    await closed;
    expect(await prisma.jenkinsBuild.findFirst({ where: { jobKey: jobName } })).toMatchObject({ queueItem: 7n });
    await poll();
    expect(starts(jobName)).toHaveLength(1);
  });

  it('starts nothing for a job that the integration does not name', async () => {
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
    await poll();
    expect(jenkins.requests.filter(({ method }) => method === 'POST')).toHaveLength(before);
    expect(await runOf(id, 'commit-abc')).toMatchObject({ status: 'queued' });
  });
});
