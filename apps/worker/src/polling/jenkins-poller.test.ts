import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { claimPoll, syncPolls } from '@slipway/db';
import { eventually, testJenkins } from '@slipway/testing';
import { access, pollingFixture } from './polling.fixture.js';
import { UNREACHABLE_SHOWN_MS } from './schedule.js';

const polling = await pollingFixture();
const {
  prisma,
  make,
  jenkins,
  clock,
  poller,
  newPoller,
  addToken,
  newIntegration,
  startedBuild,
  poll,
  stateOf,
  runOf,
} = polling;
const otherServer = await testJenkins();
const { database } = polling;

const slowServers = await Promise.all(Array.from({ length: 9 }, () => testJenkins()));

describe('a poll', () => {
  it('runs once with any number of workers', async () => {
    const { jobName } = await startedBuild();
    const others = [newPoller(), newPoller(), newPoller()];
    await Promise.all([poller, ...others].map((one) => poll(one)));
    const requests = jenkins.requests.filter(({ path }) => path.includes(`${jobName}/7/api/json`));
    expect(requests).toHaveLength(1);
  });

  it('waits for another poll of the same server, but not for a poll of a slow other server', async () => {
    const slow = await Promise.all([startedBuild(), startedBuild()]);
    const quick = await newIntegration({ server_url: otherServer.url });
    const held: ServerResponse[] = [];
    jenkins.intercept((_request, response) => held.push(response) > 0);
    await poller.tick();
    const other = newPoller();
    await other.tick();
    await eventually('the quick server is done', async () =>
      (await stateOf(quick.id)).state === 'ok' ? true : undefined,
    );
    const leased = await prisma.jenkinsPoll.findMany({ where: { leaseId: { not: null } } });
    expect(leased).toHaveLength(1);
    expect(slow.map(({ id }) => id)).toContain(leased[0]?.integrationId);
    await eventually('the slow server gets a request', () => Promise.resolve(held.length > 0 || undefined));
    for (const response of held) response.writeHead(503).end();
    await Promise.all([poller.idle(), other.idle()]);
  });

  it.each([
    ['the default port', ['https://ci.invalid/', 'https://ci.invalid:443/']],
    ['capitals', ['https://ci.invalid/jenkins', 'HTTPS://CI.invalid/Jenkins']],
    ['another path', ['https://ci.invalid/a', 'https://ci.invalid/b/']],
    ['a trailing dot', ['https://ci.invalid:8443/', 'https://ci.invalid.:8443/']],
    ['another notation', ['http://127.0.0.1:9/', 'http://0x7f.1:9/']],
  ])('treats two URLs as one server when they differ by %s', async (_, urls) => {
    for (const url of urls) await newIntegration({ server_url: url });
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
  ])('treats %s and %s as two servers', async (...urls) => {
    for (const url of urls) await newIntegration({ server_url: url });
    await database.modelTransaction((tx) => syncPolls(tx, new Date(clock.now())));
    const polls = await prisma.jenkinsPoll.findMany();
    expect(new Set(polls.map(({ server }) => server)).size).toBe(2);
  });

  it('keeps its lease when another worker reads the same settings a moment later', async () => {
    const { id } = await newIntegration();
    const now = new Date(clock.now());
    const lease = { id: randomUUID(), now, until: new Date(clock.now() + 60_000), excludedAccounts: [] };
    // The late worker read the table before the first one wrote; it waits for the row that the first one has locked.
    const late = await database.modelTransaction(async (tx) => {
      await syncPolls(tx, now);
      const waits = database.modelTransaction((other) => syncPolls(other, now));
      await eventually('the late worker waits', async () => {
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

  it('goes to the account with the fewest running polls, then to the integration waiting longest', async () => {
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
      await newIntegration({ server_url: `http://ci-${index}.invalid/` }, account);
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

  it('runs for other accounts when one account has more slow servers than a worker polls at once', async () => {
    const { accountId } = await make.studio();
    for (const { url } of slowServers) await newIntegration({ server_url: url }, accountId);
    const held: ServerResponse[] = [];
    for (const server of slowServers) server.intercept((_request, response) => held.push(response) > 0);
    await poller.tick();
    const quick = await newIntegration({ server_url: otherServer.url });
    await poller.tick();
    await eventually('the quick server is done', async () =>
      (await stateOf(quick.id)).state === 'ok' ? true : undefined,
    );
    const leased = await prisma.jenkinsPoll.findMany({ where: { leaseId: { not: null } } });
    expect(leased.map((poll) => poll.accountId)).toEqual(Array(6).fill(accountId));
    await eventually('the slow servers get requests', () => Promise.resolve(held.length >= 6 || undefined));
    for (const response of held) response.writeHead(503).end();
    await poller.idle();
  });

  it('is taken over when its lease expires, and the late worker’s results are dropped', async () => {
    const { id, jobName, build } = await startedBuild();
    await poll();
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
    await eventually('the console is requested', () => Promise.resolve(release && true));
    clock.advance(61_000);
    const other = newPoller();
    await poll(other);
    release?.();
    await poller.idle();
    expect((await runOf(id, '7'))?.log?.content).toBe(build.log);
    expect(jenkins.requests.filter(({ path }) => path.includes(`${jobName}/7/logText`))).toHaveLength(2);
  });

  it('is released when the process ends', async () => {
    const { id } = await startedBuild();
    jenkins.intercept(() => true);
    const ending = newPoller();
    await ending.tick();
    await ending.close();
    expect(await stateOf(id)).toMatchObject({ leaseId: null, state: 'waiting', failures: 0 });
  });

  it('runs at once when a build starts, and every minute otherwise', async () => {
    const { project, id } = await newIntegration();
    await poll();
    expect((await stateOf(id)).nextPollAt.getTime()).toBe(clock.now() + 60_000);
    const jobName = `job-${id}`;
    jenkins.build(jobName, 1);
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: '1', status: 'building' });
    clock.advance(2_000);
    await poll();
    expect(await runOf(id, '1')).toMatchObject({ status: 'building' });
  });
});

describe('a server', () => {
  it('is polled less often while it is unavailable, and normally again once it recovers', async () => {
    const { id } = await startedBuild();
    jenkins.intercept((_request, response) => {
      response.writeHead(503, { 'retry-after': '40' }).end('Please wait while Jenkins is getting ready to work');
      return true;
    });
    await poll();
    expect(await stateOf(id)).toMatchObject({
      state: 'failing',
      failures: 1,
      lastError: 'Jenkins responds with status 503',
    });
    expect((await stateOf(id)).nextPollAt.getTime()).toBe(clock.now() + 40_000);
    const before = jenkins.requests.length;
    clock.advance(30_000);
    await poll();
    expect(jenkins.requests).toHaveLength(before);
    clock.advance(10_000);
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: 'failing', failures: 2 });
    jenkins.intercept(null);
    clock.advance(60_000);
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: 'ok', failures: 0, lastError: null });
  });

  it.each([
    [401, 'Jenkins rejects the username or API token (401)'],
    [403, 'The user lacks permission in Jenkins (403)'],
  ])('pauses polling when it responds with %d, until the settings change', async (status, lastError) => {
    const { id } = await startedBuild();
    jenkins.intercept((_request, response) => {
      response.writeHead(status).end();
      return true;
    });
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', lastError });
    const before = jenkins.requests.length;
    clock.advance(30 * 60_000);
    await poll();
    expect(jenkins.requests).toHaveLength(before);
    jenkins.intercept(null);
    await addToken(id, 'wrong');
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', lastError: expect.stringContaining('401') });
    await prisma.integrationSecret.deleteMany({ where: { integrationId: id } });
    await addToken(id, access.apiToken);
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: 'ok', lastError: null });
  });

  it.each([
    ['with another scheme', 'ftp://ci.example.com/', 'neither http nor https'],
    ['that is no URL', 'ci.example.com', 'not a URL'],
    ['with credentials in its URL', 'http://dana:canary-secret@127.0.0.1/', 'contains credentials'],
  ])('%s gets no request, and the state gives the reason', async (_, url, reason) => {
    const { id } = await newIntegration({ server_url: url });
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', lastError: expect.stringContaining(reason) });
  });

  it('that does not answer has the same state whether its address is forbidden, unknown or refused', async () => {
    const urls = ['http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://ci.invalid/', 'http://127.0.0.1:1/'];
    const states: unknown[] = [];
    for (const url of urls) {
      const { id } = await newIntegration({ server_url: url });
      await poll();
      const { state, lastError, failures, lastPolledAt, nextPollAt } = await stateOf(id);
      const waitMs = nextPollAt.getTime() - clock.now();
      states.push({ state, lastError, failures, lastPolledAt, isSoon: waitMs > 0 && waitMs < 60_000 });
    }
    const shownAt = new Date(clock.now() + UNREACHABLE_SHOWN_MS);
    const lastError = expect.stringMatching(/^The server does not respond/);
    expect(states[0]).toEqual({ state: 'failing', lastError, failures: 1, lastPolledAt: shownAt, isSoon: true });
    expect(states).toEqual(Array(urls.length).fill(states[0]));
    expect(polling.logLines.join('')).toMatch(/10\.0\.0\.1 is not public/);
  });

  it('gets no request for an inactive integration or a paused project', async () => {
    const { project, id } = await startedBuild();
    const before = jenkins.requests.length;
    await prisma.integration.update({ where: { id }, data: { active: false } });
    await poll();
    await prisma.integration.update({ where: { id }, data: { active: true } });
    await prisma.project.update({ where: { id: project.id }, data: { pausedAt: new Date() } });
    await poll();
    expect(jenkins.requests).toHaveLength(before);
    expect(await prisma.jenkinsPoll.count()).toBe(0);
  });
});

it('the log contains no credentials', () => {
  const lines = polling.logLines.join('');
  expect(lines).toContain('polling');
  for (const secret of [
    access.apiToken,
    'canary-secret',
    Buffer.from(`slipway:${access.apiToken}`).toString('base64'),
  ])
    expect(lines).not.toContain(secret);
});
