import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { eventually, testJenkins } from '@slipway/testing';
import { access, startPolling } from './polling.js';

const polling = await startPolling();
const { prisma, make, jenkins, clock, poller, worker, addToken, connected, begun, turn, stateOf, runOf } = polling;
const elsewhere = await testJenkins();

describe('a turn', () => {
  it('is taken once by any number of workers', async () => {
    const { jobName } = await begun();
    const others = [worker(), worker(), worker()];
    await Promise.all([poller, ...others].map((one) => turn(one)));
    const asked = jenkins.requests.filter(({ path }) => path.includes(`${jobName}/7/api/json`));
    expect(asked).toHaveLength(1);
  });

  it('at one server waits for another integration’s at the same; a slow server holds up no other', async () => {
    const slow = await Promise.all([begun(), begun()]);
    const quick = await connected({ server_url: elsewhere.url });
    const held: ServerResponse[] = [];
    jenkins.intercept((_request, response) => held.push(response) > 0);
    await poller.tick();
    const other = worker();
    await other.tick();
    await eventually('the quick server is done', async () =>
      (await stateOf(quick.id)).state === 'ok' ? true : undefined,
    );
    const leased = await prisma.jenkinsPoll.findMany({ where: { leaseId: { not: null } } });
    expect(leased).toHaveLength(1);
    expect(slow.map(({ id }) => id)).toContain(leased[0]?.integrationId);
    await eventually('the slow server is asked', () => Promise.resolve(held.length > 0 || undefined));
    for (const response of held) response.writeHead(503).end();
    await Promise.all([poller.idle(), other.idle()]);
  });

  it('that its worker did not end is taken over, and what the late one still finds is dropped', async () => {
    const { id, jobName, build } = await begun();
    await turn();
    let release: (() => void) | undefined;
    jenkins.intercept((request, response) => {
      if (release !== undefined || request.url?.includes('logText') !== true) return false;
      release = () => {
        const headers = { 'x-text-size': '5', 'x-more-data': 'true' };
        response.writeHead(200, headers).end('late\n');
      };
      return true;
    });
    await poller.tick();
    await eventually('the console is asked for', () => Promise.resolve(release && true));
    clock.advance(61_000);
    const other = worker();
    await turn(other);
    release?.();
    await poller.idle();
    expect((await runOf(id, '7'))?.log?.content).toBe(build.log);
    expect(jenkins.requests.filter(({ path }) => path.includes(`${jobName}/7/logText`))).toHaveLength(2);
  });

  it('is given back when the process ends', async () => {
    const { id } = await begun();
    jenkins.intercept(() => true);
    const ending = worker();
    await ending.tick();
    await ending.close();
    expect(await stateOf(id)).toMatchObject({ leaseId: null, state: 'waiting', failures: 0 });
  });

  it('comes at once for a build that begins, and once a minute when nothing does', async () => {
    const { project, id } = await connected();
    await turn();
    expect((await stateOf(id)).nextPollAt.getTime()).toBe(clock.now() + 60_000);
    const jobName = `job-${id}`;
    jenkins.build(jobName, 1);
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: '1', status: 'building' });
    clock.advance(2_000);
    await turn();
    expect(await runOf(id, '1')).toMatchObject({ status: 'building' });
  });
});

describe('a server', () => {
  it('that is sick is left alone for longer and longer, and taken up again', async () => {
    const { id } = await begun();
    jenkins.intercept((_request, response) => {
      response.writeHead(503, { 'retry-after': '40' }).end('Please wait while Jenkins is getting ready to work');
      return true;
    });
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'failing', failures: 1, lastError: 'Jenkins answers 503' });
    expect((await stateOf(id)).nextPollAt.getTime()).toBe(clock.now() + 40_000);
    const before = jenkins.requests.length;
    clock.advance(30_000);
    await turn();
    expect(jenkins.requests).toHaveLength(before);
    clock.advance(10_000);
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'failing', failures: 2 });
    jenkins.intercept(null);
    clock.advance(60_000);
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'ok', failures: 0, lastError: null });
  });

  it.each([
    [401, 'Jenkins refuses the user name or API token (401)'],
    [403, 'Jenkins does not let this user read it (403)'],
  ])('that answers %d pauses polling until the settings change', async (status, lastError) => {
    const { id } = await begun();
    jenkins.intercept((_request, response) => {
      response.writeHead(status).end();
      return true;
    });
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', lastError });
    const before = jenkins.requests.length;
    clock.advance(30 * 60_000);
    await turn();
    expect(jenkins.requests).toHaveLength(before);
    jenkins.intercept(null);
    await addToken(id, 'wrong');
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', lastError: expect.stringContaining('401') });
    await prisma.integrationSecret.deleteMany({ where: { integrationId: id } });
    await addToken(id, access.apiToken);
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'ok', lastError: null });
  });

  it.each([
    ['in a network that is not allowed', 'http://10.0.0.1/', 'not public (private)'],
    ['by a scheme that is none', 'ftp://ci.example.com/', 'neither http nor https'],
    ['that is no address', 'ci.example.com', 'not a web address'],
    ['with credentials in its address', 'http://dana:canary-secret@127.0.0.1/', 'carries credentials'],
  ])('%s is not asked, and the state says why', async (_, url, reason) => {
    const { id } = await connected({ server_url: url });
    await turn();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', lastError: expect.stringContaining(reason) });
  });

  it('is not asked for integrations that are off, and of projects that rest', async () => {
    const { project, id } = await begun();
    const before = jenkins.requests.length;
    await prisma.integration.update({ where: { id }, data: { active: false } });
    await turn();
    await prisma.integration.update({ where: { id }, data: { active: true } });
    await prisma.project.update({ where: { id: project.id }, data: { pausedAt: new Date() } });
    await turn();
    expect(jenkins.requests).toHaveLength(before);
    expect(await prisma.jenkinsPoll.count()).toBe(0);
  });
});

it('leaves no credentials in the log', () => {
  const lines = polling.logLines.join('');
  expect(lines).toContain('polling');
  for (const secret of [
    access.apiToken,
    'canary-secret',
    Buffer.from(`slipway:${access.apiToken}`).toString('base64'),
  ])
    expect(lines).not.toContain(secret);
});
