import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { claimPoll, syncPolls } from '@slipway/db';
import { eventually, testJenkins } from '@slipway/testing';
import { access, startPolling } from './polling.js';

const polling = await startPolling();
const { prisma, make, jenkins, clock, poller, worker, addToken, connected, begun, turn, stateOf, runOf } = polling;
const elsewhere = await testJenkins();
const { database } = polling;

const slowServers = await Promise.all(Array.from({ length: 9 }, () => testJenkins()));

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

  it.each([
    ['the port of its scheme', ['https://ci.invalid/', 'https://ci.invalid:443/']],
    ['capitals', ['https://ci.invalid/jenkins', 'HTTPS://CI.invalid/Jenkins']],
    ['another path', ['https://ci.invalid/a', 'https://ci.invalid/b/']],
    ['a dot at the end', ['https://ci.invalid:8443/', 'https://ci.invalid.:8443/']],
    ['another notation', ['http://127.0.0.1:9/', 'http://0x7f.1:9/']],
  ])('is at one server, though it is written with %s', async (_, urls) => {
    for (const url of urls) await connected({ server_url: url });
    const now = new Date(clock.now());
    const claims = await database.modelTransaction(async (tx) => {
      await syncPolls(tx, now);
      const lease = { id: randomUUID(), now, until: new Date(clock.now() + 60_000), excludedAccounts: [] };
      return [await claimPoll(tx, lease), await claimPoll(tx, lease)];
    });
    expect(claims.map((claim) => claim !== null)).toEqual([true, false]);
  });

  it.each([
    ['https://ci.invalid/', 'http://ci.invalid/'],
    ['https://ci.invalid/', 'https://ci.invalid:8443/'],
  ])('is at two servers: %s and %s', async (...urls) => {
    for (const url of urls) await connected({ server_url: url });
    await database.modelTransaction((tx) => syncPolls(tx, new Date(clock.now())));
    const polls = await prisma.jenkinsPoll.findMany();
    expect(new Set(polls.map(({ server }) => server)).size).toBe(2);
  });

  it('survives that another worker takes up the same settings a moment later', async () => {
    const { id } = await connected();
    const now = new Date(clock.now());
    const lease = { id: randomUUID(), now, until: new Date(clock.now() + 60_000), excludedAccounts: [] };
    // The late one has looked before the first one wrote; it waits for the row, which the first one holds.
    const late = await database.modelTransaction(async (tx) => {
      await syncPolls(tx, now);
      const waits = database.modelTransaction((other) => syncPolls(other, now));
      await eventually('the late one waits', async () => {
        const [row] = await prisma.$queryRaw<{ waiting: bigint }[]>`
          SELECT count(*) AS waiting FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        return row?.waiting === 1n ? true : undefined;
      });
      await claimPoll(tx, lease);
      return { waits };
    });
    await late.waits;
    expect(await stateOf(id)).toMatchObject({ leaseId: lease.id });
  });

  it('goes to the account that is served least, and there to who has waited longest', async () => {
    const { accountId: busy } = await make.studio();
    const { accountId: other } = await make.studio();
    const now = clock.now();
    const due = [
      [busy, 5_000],
      [busy, 4_000],
      [busy, 3_000],
      [other, 2_000],
      [other, 1_000],
    ] as const;
    for (const [index, [account]] of due.entries())
      await connected({ server_url: `http://ci-${index}.invalid/` }, account);
    await database.modelTransaction((tx) => syncPolls(tx, new Date(now)));
    for (const [index, [, waitedMs]] of due.entries())
      await prisma.jenkinsPoll.updateMany({
        where: { server: `http://ci-${index}.invalid` },
        data: { nextPollAt: new Date(now - waitedMs) },
      });
    const order: number[] = [];
    for (let claims = 0; claims < due.length; claims += 1) {
      const lease = { id: randomUUID(), now: new Date(now), until: new Date(now + 60_000), excludedAccounts: [] };
      const claim = await database.modelTransaction((tx) => claimPoll(tx, lease));
      order.push(claim?.accountId ?? 0);
    }
    expect(order).toEqual([busy, other, busy, other, busy]);
  });

  it('comes for others though one account has more slow servers than there are places', async () => {
    const { accountId } = await make.studio();
    for (const { url } of slowServers) await connected({ server_url: url }, accountId);
    const held: ServerResponse[] = [];
    for (const server of slowServers) server.intercept((_request, response) => held.push(response) > 0);
    await poller.tick();
    const quick = await connected({ server_url: elsewhere.url });
    await poller.tick();
    await eventually('the quick server is done', async () =>
      (await stateOf(quick.id)).state === 'ok' ? true : undefined,
    );
    const leased = await prisma.jenkinsPoll.findMany({ where: { leaseId: { not: null } } });
    expect(leased.map((poll) => poll.accountId)).toEqual(Array(6).fill(accountId));
    await eventually('the slow servers are asked', () => Promise.resolve(held.length >= 6 || undefined));
    for (const response of held) response.writeHead(503).end();
    await poller.idle();
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
