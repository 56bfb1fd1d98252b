import type { LookupAddress } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { addressRules } from '@slipway/runtime';
import { testJenkins } from '@slipway/testing';
import { errorOf, jenkinsAccess } from './jenkins-access.fixture.js';
import { checkAccess } from './jenkins-api.js';
import { UnreachableError } from './jenkins-error.js';

const { jenkins, connect, respond } = await jenkinsAccess();
const otherServer = await testJenkins();

const reasonOf = (error: Error) => (error instanceof UnreachableError ? error.reason : error.message);

describe('a request', () => {
  it('carries the credentials', async () => {
    await checkAccess(connect());
    expect(jenkins.requests.at(-1)).toMatchObject({ method: 'GET', path: '/ci/api/json?tree=mode' });
    expect(jenkins.requests.at(-1)?.authorization).toBe(
      `Basic ${Buffer.from('slipway:canary-token').toString('base64')}`,
    );
  });

  it('carries no credentials when the integration has none', async () => {
    await checkAccess(connect({ credentials: null }, otherServer.url));
    expect(otherServer.requests.at(-1)?.authorization).toBeUndefined();
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [418, 'unexpected'],
  ])('rejects after status %d as %s, without text from the server', async (status, kind) => {
    respond((response) => response.writeHead(status).end('<html>secret text'));
    const error = await errorOf(checkAccess(connect()));
    expect(error.kind).toBe(kind);
    expect(error.message).not.toContain('secret');
  });

  it.each([
    ['90', 90_000],
    ['99999999', 3_600_000],
    ['soon', null],
  ])('reads Retry-After %s as %s ms', async (header, expected) => {
    respond((response) => response.writeHead(503, { 'retry-after': header }).end());
    expect((await errorOf(checkAccess(connect()))).retryAfterMs).toBe(expected);
  });

  it('rejects with the same message whatever made the server fail, and logs the actual cause', async () => {
    const unknown = () => Promise.reject(Object.assign(new Error('?'), { code: 'ENOTFOUND' }));
    const inside = () => Promise.resolve([{ address: '10.11.12.13', family: 4 }]);
    respond(() => undefined);
    const errors = await Promise.all(
      [
        connect({}, 'http://127.0.0.1:1/'),
        connect({ resolve: unknown }, 'http://jenkins.invalid/'),
        connect({ resolve: inside }, 'http://jenkins.invalid/'),
        connect({}, 'http://10.11.12.13/'),
        connect({ requestTimeoutMs: 100 }),
      ].map((http) => errorOf(checkAccess(http))),
    );
    const [{ message, kind } = { message: '', kind: '' }] = errors;
    expect(errors.map((error) => [error.kind, error.message])).toEqual(Array(5).fill([kind, message]));
    expect(kind).toBe('unavailable');
    expect(message).not.toMatch(/10\.11|ENOTFOUND|ECONNREFUSED/);
    const forbidden = expect.stringContaining('10.11.12.13 is not public');
    expect(errors.map(reasonOf)).toEqual(['ECONNREFUSED', 'ENOTFOUND', forbidden, forbidden, 'TimeoutError']);
  });

  it('rejects as unavailable when the connection breaks', async () => {
    respond((response) =>
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
    );
    expect((await errorOf(checkAccess(connect()))).kind).toBe('unavailable');
  });
});

describe('a response', () => {
  it('times out even when it trickles in steadily', async () => {
    const timers: NodeJS.Timeout[] = [];
    respond((response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 5));
    });
    const error = await errorOf(checkAccess(connect({ requestTimeoutMs: 2_000 })));
    for (const timer of timers) clearInterval(timer);
    expect(error).toMatchObject({ kind: 'unavailable', message: 'Jenkins takes too long to respond' });
  });

  it('is aborted when it exceeds the size limit, even if it never ends', async () => {
    respond((response) => {
      const megabyte = Buffer.alloc(1024 * 1024, ' ');
      const writeMore = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.writeHead(200).on('drain', writeMore);
      writeMore();
    });
    expect(await errorOf(checkAccess(connect()))).toMatchObject({ kind: 'unexpected' });
  });

  it('is not decompressed', async () => {
    respond((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}')));
    expect((await errorOf(checkAccess(connect()))).message).toContain('compressed');
  });
});

describe('a redirect', () => {
  const redirectTo = (location: string) => respond((response) => response.writeHead(302, { location }).end());

  it('is followed within the server', async () => {
    jenkins.intercept((request, response) => {
      if (request.url?.endsWith('?tree=mode') !== true) return false;
      response.writeHead(302, { location: '/ci/api/json' }).end();
      return true;
    });
    await expect(checkAccess(connect())).resolves.toBeUndefined();
  });

  it.each([
    ['another server', () => otherServer.url],
    ['another path', () => new URL('/admin', jenkins.url).href],
    ['a cloud metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['another scheme of the same host', () => jenkins.url.replace('http:', 'https:')],
    ['a file', () => 'file:///etc/passwd'],
    ['another server without a scheme', () => otherServer.url.replace('http:', '')],
  ])('is not followed to %s', async (_, location) => {
    const before = otherServer.requests.length;
    redirectTo(location());
    expect(await errorOf(checkAccess(connect()))).toMatchObject({ kind: 'blocked' });
    expect(otherServer.requests).toHaveLength(before);
  });

  it('is followed a limited number of times', async () => {
    redirectTo(`${jenkins.url}api/json`);
    expect((await errorOf(checkAccess(connect()))).message).toContain('too often');
  });
});

describe('the address check', () => {
  const allowOnlyPublic = addressRules('');
  const resolveTo =
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
  ])('blocks the URL %s', async (url) => {
    const error = await errorOf(checkAccess(connect({ rules: allowOnlyPublic }, url)));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(reasonOf(error)).toContain('not in JENKINS_ALLOWED_NETWORKS');
  });

  it.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', 'fd00::1'])(
    'blocks a hostname that resolves to %s',
    async (address) => {
      const http = connect(
        { rules: allowOnlyPublic, resolve: resolveTo(address) },
        'http://jenkins.example.com:9/',
      );
      expect(reasonOf(await errorOf(checkAccess(http)))).toContain(address);
    },
  );

  describe('for a hostname whose addresses change', () => {
    const { port } = new URL(jenkins.url);
    const url = `http://jenkins.example.com:${port}/ci/`;
    const answering = (answers: string[]) => ({
      resolve: () => resolveTo(answers.shift() ?? '')(),
      rules: addressRules('127.0.0.1/32'),
    });

    it('covers exactly the address that is connected to', async () => {
      const answers = ['127.0.0.1', '10.0.0.1'];
      const access = answering(answers);
      await checkAccess(connect(access, url));
      expect(reasonOf(await errorOf(checkAccess(connect(access, url))))).toContain('10.0.0.1 is not public');
      expect(answers).toEqual([]);
    });

    it('is repeated for every connection', async () => {
      const answers = ['127.0.0.1', '127.0.0.2'];
      const http = connect(answering(answers), url);
      respond((response) => response.writeHead(200, { connection: 'close' }).end('{}'));
      await checkAccess(http);
      expect(reasonOf(await errorOf(checkAccess(http)))).toContain('127.0.0.2 is not public');
      expect(answers).toEqual([]);
    });

    it('skips addresses that are not allowed', async () => {
      const resolve = resolveTo('10.0.0.1', '127.0.0.1');
      const http = connect({ resolve, rules: addressRules('127.0.0.1/32') }, url);
      await expect(checkAccess(http)).resolves.toBeUndefined();
    });
  });
});
