import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { testJenkins } from '@slipway/testing';
import { addressRules } from './address-rules.js';
import { addressAt, type JenkinsServer, readServerUrl } from './jenkins-address.js';
import { greet, readArtifactSize, readBuild, readConsole, startBuild } from './jenkins-api.js';
import { connectJenkins, type JenkinsAccess, type JenkinsHttp } from './jenkins-http.js';
import { JenkinsProblem } from './jenkins-problem.js';

const credentials = { username: 'slipway', apiToken: 'canary-token' };
const jenkins = await testJenkins(credentials);
const elsewhere = await testJenkins();
const loopback = addressRules('127.0.0.0/8');
const open: JenkinsHttp[] = [];

function connect(access: Partial<JenkinsAccess> = {}, url = jenkins.url): JenkinsHttp {
  const server = readServerUrl(url) as JenkinsServer;
  const signal = new AbortController().signal;
  const http = connectJenkins({ server, credentials, rules: loopback, signal, ...access });
  open.push(http);
  return http;
}

afterEach(async () => {
  jenkins.intercept(null);
  for (const http of open.splice(0)) await http.close();
});

async function problemOf(work: Promise<unknown>): Promise<JenkinsProblem> {
  const problem = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (problem instanceof JenkinsProblem) return problem;
  throw new Error(`no problem: ${String(problem)}`);
}

function answering(answer: (response: ServerResponse) => unknown): void {
  jenkins.intercept((_request, response) => {
    answer(response);
    return true;
  });
}

const build = ['job', 'a', '1'];

describe('asking a server', () => {
  it('sends the credentials, and asks for nothing packed', async () => {
    await greet(connect());
    expect(jenkins.requests.at(-1)).toMatchObject({ method: 'GET', path: '/ci/api/json?tree=mode' });
    expect(jenkins.requests.at(-1)?.authorization).toBe(
      `Basic ${Buffer.from('slipway:canary-token').toString('base64')}`,
    );
  });

  it('needs no credentials where there are none', async () => {
    await greet(connect({ credentials: null }, elsewhere.url));
    expect(elsewhere.requests.at(-1)?.authorization).toBeUndefined();
  });

  it.each([
    [401, 'denied'],
    [403, 'forbidden'],
    [404, 'missing'],
    [429, 'sick'],
    [500, 'sick'],
    [503, 'sick'],
    [418, 'strange'],
  ])('knows what %d means: %s', async (status, kind) => {
    answering((response) => response.writeHead(status).end('<html>secret text'));
    const problem = await problemOf(greet(connect()));
    expect(problem.kind).toBe(kind);
    expect(problem.message).not.toContain('secret');
  });

  it('hears for how long a starting server asks to be left alone', async () => {
    answering((response) => response.writeHead(503, { 'retry-after': '90' }).end());
    expect((await problemOf(greet(connect()))).retryAfterMs).toBe(90_000);
    answering((response) => response.writeHead(503, { 'retry-after': '99999999' }).end());
    expect((await problemOf(greet(connect()))).retryAfterMs).toBe(3_600_000);
    answering((response) => response.writeHead(503, { 'retry-after': 'soon' }).end());
    expect((await problemOf(greet(connect()))).retryAfterMs).toBeNull();
  });

  it('finds a server sick that is not there', async () => {
    const problem = await problemOf(greet(connect({}, 'http://127.0.0.1:1/')));
    expect(problem).toMatchObject({ kind: 'sick', message: 'Jenkins cannot be reached (ECONNREFUSED)' });
  });

  it('finds a server sick whose name means nothing', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('?'), { code: 'ENOTFOUND' }));
    expect(await problemOf(greet(connect({ resolve }, 'http://jenkins.invalid/')))).toMatchObject({
      kind: 'sick',
    });
  });

  it('finds a server sick that breaks off', async () => {
    answering((response) =>
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
    );
    expect((await problemOf(greet(connect()))).kind).toBe('sick');
  });
});

describe('an answer', () => {
  it('may take only so long, however steadily it drips', async () => {
    const drips: NodeJS.Timeout[] = [];
    answering((response) => {
      response.writeHead(200);
      drips.push(setInterval(() => response.write(' '), 5));
    });
    const problem = await problemOf(greet(connect({ requestTimeoutMs: 100 })));
    for (const drip of drips) clearInterval(drip);
    expect(problem).toMatchObject({ kind: 'sick', message: 'Jenkins takes too long to answer' });
  });

  it('may take only so long to begin', async () => {
    answering(() => undefined);
    expect((await problemOf(greet(connect({ requestTimeoutMs: 100 })))).message).toContain('too long');
  });

  it('may be only so long, though it never says where it ends', async () => {
    answering((response) => {
      const megabyte = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(await problemOf(greet(connect()))).toMatchObject({ kind: 'strange' });
  });

  it('is not unpacked', async () => {
    answering((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}')));
    expect((await problemOf(greet(connect()))).message).toContain('encoding');
  });

  it.each([
    ['a sign-in page', '<html>Sign in'],
    ['half an object', '{"mode":'],
    ['a list', '[]'],
    ['nothing', ''],
    ['an endless nest', `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`],
  ])('is not %s', async (_, body) => {
    answering((response) => response.end(body));
    expect((await problemOf(greet(connect()))).kind).toBe('strange');
  });

  it.each([{}, { building: true }, { building: 'yes', timestamp: 1 }, { building: true, timestamp: 1e300 }])(
    'about a build is not %j',
    async (info) => {
      answering((response) => response.end(JSON.stringify(info)));
      expect((await problemOf(readBuild(connect(), build))).kind).toBe('strange');
    },
  );

  it('about a console has its size', async () => {
    answering((response) => response.end('some text'));
    expect((await problemOf(readConsole(connect(), build, 0))).message).toContain('size');
  });

  it('about a console is no longer than announced', async () => {
    answering((response) => response.writeHead(200, { 'x-text-size': '5' }).end('x'.repeat(5 * 1024 * 1024)));
    expect((await problemOf(readConsole(connect(), build, 0))).message).toContain('more than');
  });
});

describe('a start', () => {
  const start = (access: Partial<JenkinsAccess> = {}, url = jenkins.url) =>
    startBuild(connect(access, url), ['job', 'a'], null);

  it.each([
    [201, 'http://jenkins.invalid/queue/item/12/', { queueItem: 12, isTaken: true }],
    [201, '', { queueItem: null, isTaken: true }],
    [302, 'http://jenkins.invalid/queue/item/12/', { queueItem: 12, isTaken: true }],
    [302, 'http://sign-in.invalid/', { queueItem: null, isTaken: false }],
  ])('answered with %d %s is not asked for again: %j', async (status, location, expected) => {
    answering((response) => response.writeHead(status, { location }).end());
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
  ])('answered with %d may have worked: %s', async (status, mayHaveActed) => {
    answering((response) => response.writeHead(status).end());
    expect(await problemOf(start())).toMatchObject({ mayHaveActed });
  });

  it('without an answer may have worked; without a connection, or in time that is over, it has not', async () => {
    answering((response) => response.destroy());
    expect(await problemOf(start())).toMatchObject({ mayHaveActed: true });
    answering(() => undefined);
    expect(await problemOf(start({ requestTimeoutMs: 50 }))).toMatchObject({ mayHaveActed: true });
    expect(await problemOf(start({}, 'http://127.0.0.1:1/'))).toMatchObject({ mayHaveActed: false });
    const resolve = () => Promise.reject(Object.assign(new Error('?'), { code: 'ENOTFOUND' }));
    expect(await problemOf(start({ resolve }, 'http://jenkins.invalid/'))).toMatchObject({ mayHaveActed: false });
    expect(await problemOf(start({ rules: addressRules('') }))).toMatchObject({ mayHaveActed: false });
    expect(await problemOf(start({ signal: AbortSignal.abort() }))).toMatchObject({ mayHaveActed: false });
  });
});

describe('a redirect', () => {
  const redirecting = (location: string) => answering((response) => response.writeHead(302, { location }).end());

  it('is followed within the server', async () => {
    jenkins.intercept((request, response) => {
      if (request.url?.endsWith('?tree=mode') !== true) return false;
      response.writeHead(302, { location: '/ci/api/json' }).end();
      return true;
    });
    await expect(greet(connect())).resolves.toBeUndefined();
  });

  it.each([
    ['another server', () => elsewhere.url],
    ['another path', () => new URL('/admin', jenkins.url).href],
    ['metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['the same host by another scheme', () => jenkins.url.replace('http:', 'https:')],
    ['a file', () => 'file:///etc/passwd'],
    ['another server, without its scheme', () => elsewhere.url.replace('http:', '')],
  ])('is not followed to %s', async (_, location) => {
    const before = elsewhere.requests.length;
    redirecting(location());
    expect(await problemOf(greet(connect()))).toMatchObject({ kind: 'blocked' });
    expect(elsewhere.requests).toHaveLength(before);
  });

  it('is not followed in circles', async () => {
    redirecting(`${jenkins.url}api/json`);
    expect((await problemOf(greet(connect()))).message).toContain('circles');
  });

  it('to where artifacts are kept leaves their size unknown', async () => {
    redirecting(`${elsewhere.url}artifact.zip`);
    expect(await readArtifactSize(connect(), build, 'a.zip')).toBeNull();
  });
});

describe('addresses', () => {
  const nothingAllowed = addressRules('');
  const resolvingTo =
    (...addresses: string[]) =>
    (): Promise<LookupAddress[]> =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  it.each([
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://[::ffff:127.0.0.1]:9/',
    'http://2130706433:9/',
    'http://0x7f.1:9/',
    'http://0177.0.0.1:9/',
    'http://10.0.0.1:9/',
    'http://169.254.169.254/',
    'http://[fe80::1]:9/',
    'http://[64:ff9b::7f00:1]:9/',
    'http://0.0.0.0:9/',
    'http://127.0.0.1.:9/',
    'http://①②⑦.0.0.1:9/',
    'http://[::ffff:0:127.0.0.1]:9/',
    'http://localhost:9/',
  ])('written out are looked at: %s', async (url) => {
    const problem = await problemOf(greet(connect({ rules: nothingAllowed }, url)));
    expect(problem).toMatchObject({
      kind: 'blocked',
      message: expect.stringContaining('JENKINS_ALLOWED_NETWORKS'),
    });
  });

  it.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', 'fd00::1'])(
    'behind a name are looked at: %s',
    async (address) => {
      const http = connect(
        { rules: nothingAllowed, resolve: resolvingTo(address) },
        'http://jenkins.example.com:9/',
      );
      expect((await problemOf(greet(http))).kind).toBe('blocked');
    },
  );

  it('are connected to as they were looked at: a name that changes its meaning is looked at again', async () => {
    const { port } = new URL(jenkins.url);
    const answers = ['127.0.0.1', '10.0.0.1'];
    const access = { resolve: () => resolvingTo(answers.shift() ?? '')(), rules: addressRules('127.0.0.1/32') };
    const url = `http://jenkins.example.com:${port}/ci/`;
    await greet(connect(access, url));
    expect(await problemOf(greet(connect(access, url)))).toMatchObject({ kind: 'blocked' });
    expect(answers).toEqual([]);
  });

  it('are looked at for each connection: a name that changes its meaning between two gets no second one', async () => {
    const { port } = new URL(jenkins.url);
    const answers = ['127.0.0.1', '127.0.0.2'];
    const access = { resolve: () => resolvingTo(answers.shift() ?? '')(), rules: addressRules('127.0.0.1/32') };
    const http = connect(access, `http://jenkins.example.com:${port}/ci/`);
    answering((response) => response.writeHead(200, { connection: 'close' }).end('{}'));
    await greet(http);
    expect(await problemOf(greet(http))).toMatchObject({ kind: 'blocked' });
    expect(answers).toEqual([]);
  });

  it('of several that a name has are only those that may be connected to', async () => {
    const { port } = new URL(jenkins.url);
    const resolve = resolvingTo('10.0.0.1', '127.0.0.1');
    const http = connect(
      { resolve, rules: addressRules('127.0.0.1/32') },
      `http://jenkins.example.com:${port}/ci/`,
    );
    await expect(greet(http)).resolves.toBeUndefined();
  });

  it('of artifacts lead nowhere else', async () => {
    const before = jenkins.requests.length;
    for (const path of ['../../secret', 'a/../../b', './a', 'a//b'])
      expect(await readArtifactSize(connect(), build, path)).toBeNull();
    expect(jenkins.requests).toHaveLength(before);
    expect(() => addressAt(readServerUrl(jenkins.url) as JenkinsServer, ['..', '..', 'admin'])).toThrow();
  });
});

describe('a console', () => {
  it('is read on from where it was left, whole lines of it', async () => {
    const running = jenkins.build('a', 1, { log: 'one\nünf\nhal', running: true });
    const http = connect();
    const first = await readConsole(http, build, 0);
    expect(first).toEqual({ text: 'one\nünf\n', offset: 9, more: true, kind: 'continued' });
    expect(await readConsole(http, build, 9)).toEqual({ text: '', offset: 9, more: true, kind: 'continued' });
    running.log += 'f\n';
    running.running = false;
    expect(await readConsole(http, build, 9)).toEqual({
      text: 'half\n',
      offset: 14,
      more: false,
      kind: 'continued',
    });
  });

  it('that became shorter is read anew', async () => {
    jenkins.build('a', 1, { log: 'new\n', running: false });
    expect(await readConsole(connect(), build, 9)).toEqual({
      text: 'new\n',
      offset: 4,
      more: false,
      kind: 'anew',
    });
  });

  it('that is not there yet is empty', async () => {
    jenkins.build('a', 1, { log: null, running: true });
    expect(await readConsole(connect(), build, 0)).toEqual({ text: '', offset: 0, more: true, kind: 'continued' });
  });

  it('that is long is read from near its end', async () => {
    jenkins.build('a', 1, { log: `${'x'.repeat(99)}\n`.repeat(200_000), running: false });
    const { text, offset, kind } = await readConsole(connect(), build, 0);
    expect([text.length, offset, kind]).toEqual([1024 * 1024, 20_000_000, 'end']);
  });
});
