import { describe, expect, it } from '@jest/globals';
import { addressRules } from '@slipway/runtime';
import { errorOf, jenkinsAccess } from './jenkins-access.fixture.js';
import { checkAccess, readArtifactSize, readBuild, startBuild } from './jenkins-api.js';
import type { JenkinsAccess } from './jenkins-http.js';

const { jenkins, connect, respond } = await jenkinsAccess();
const build = ['job', 'a', '1'];

describe('reading JSON', () => {
  it.each([
    ['a sign-in page', '<html>Sign in'],
    ['a truncated object', '{"mode":'],
    ['a list', '[]'],
    ['an empty body', ''],
    ['deeply nested JSON', `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`],
  ])('rejects %s', async (_, body) => {
    respond((response) => response.end(body));
    expect((await errorOf(checkAccess(connect()))).kind).toBe('unexpected');
  });

  it.each([{}, { building: true }, { building: 'yes', timestamp: 1 }, { building: true, timestamp: 1e300 }])(
    'rejects the build %j',
    async (info) => {
      respond((response) => response.end(JSON.stringify(info)));
      expect((await errorOf(readBuild(connect(), build))).kind).toBe('unexpected');
    },
  );
});

describe('readArtifactSize', () => {
  it('returns null when the server redirects to external artifact storage', async () => {
    respond((response) => response.writeHead(302, { location: 'https://storage.example.com/a.zip' }).end());
    expect(await readArtifactSize(connect(), build, 'a.zip')).toBeNull();
  });

  it.each(['../../secret', 'a/../../b', './a', 'a//b'])('sends no request for the path %s', async (path) => {
    const before = jenkins.requests.length;
    expect(await readArtifactSize(connect(), build, path)).toBeNull();
    expect(jenkins.requests).toHaveLength(before);
  });
});

describe('startBuild', () => {
  const start = (access: Partial<JenkinsAccess> = {}, url = jenkins.url) =>
    startBuild(connect(access, url), ['job', 'a'], null);

  it.each([
    [201, 'http://jenkins.invalid/queue/item/12/', { queueItem: 12, isAccepted: true }],
    [201, '', { queueItem: null, isAccepted: true }],
    [302, 'http://jenkins.invalid/queue/item/12/', { queueItem: 12, isAccepted: true }],
    [302, 'http://sign-in.invalid/', { queueItem: null, isAccepted: false }],
  ])('reads the response %d %s as %j', async (status, location, expected) => {
    respond((response) => response.writeHead(status, { location }).end());
    expect(await start()).toEqual(expected);
  });

  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [429, false],
    [503, false],
    [500, true],
    [502, true],
    [504, true],
  ])('sets mayHaveActed after status %d to %s', async (status, mayHaveActed) => {
    respond((response) => response.writeHead(status).end());
    expect(await errorOf(start())).toMatchObject({ mayHaveActed });
  });

  it('sets mayHaveActed when the response is missing', async () => {
    respond((response) => response.destroy());
    expect(await errorOf(start())).toMatchObject({ mayHaveActed: true });
    respond(() => undefined);
    expect(await errorOf(start({ requestTimeoutMs: 50 }))).toMatchObject({ mayHaveActed: true });
  });

  it('does not set mayHaveActed when the request was never sent', async () => {
    expect(await errorOf(start({}, 'http://127.0.0.1:1/'))).toMatchObject({ mayHaveActed: false });
    const resolve = () => Promise.reject(Object.assign(new Error('?'), { code: 'ENOTFOUND' }));
    expect(await errorOf(start({ resolve }, 'http://jenkins.invalid/'))).toMatchObject({ mayHaveActed: false });
    expect(await errorOf(start({ rules: addressRules('') }))).toMatchObject({ mayHaveActed: false });
    expect(await errorOf(start({ signal: AbortSignal.abort() }))).toMatchObject({ mayHaveActed: false });
  });
});
