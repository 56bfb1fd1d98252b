import { mkdir, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { commandLine } from './command-line.js';
import { startOtherServer } from './other-server.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, userId, project, ids } = await startPipeline();
const { slipway, home } = await commandLine({});
const logins = join(home, 'config', 'slipway', 'logins.json');

const signIn = (value: string) =>
  slipway(['auth', 'login', '--with-token', '--host', host], { stdin: `${value}\n` });

beforeEach(async () => {
  expect(await signIn(token)).toMatchObject({ code: 0, out: '' });
});

describe('a stored token', () => {
  it('is stored in a file that only its owner can read, and is used without further options', async () => {
    expect((await stat(logins)).mode & 0o777).toBe(0o600);
    expect((await stat(join(logins, '..'))).mode & 0o777).toBe(0o700);
    const status = await slipway(['auth', 'status', '--json', 'host,source,prefix,user_id,expires_at']);
    expect(JSON.parse(status.out)).toEqual({
      host,
      source: 'login',
      prefix: token.slice(0, 8),
      user_id: userId,
      expires_at: null,
    });
    expect((await slipway(['auth', 'token'])).out).toBe(`${token}\n`);
  });

  it('is never sent to another host', async () => {
    const other = await startOtherServer((_, response) => response.writeHead(200).end('{}'));
    for (const options of [{ env: { SLIPWAY_HOST: other.address } }, {}]) {
      const args = 'env' in options ? ['project', 'list'] : ['project', 'list', '--host', other.address];
      expect(await slipway(args, options)).toMatchObject({
        code: 4,
        err: expect.stringContaining('Not signed in'),
      });
    }
    const direct = await slipway(['api', `${other.address}/v1/projects`]);
    expect(direct).toMatchObject({ code: 1, err: expect.stringContaining(`is not on ${host}`) });
    expect(other.seen).toHaveLength(0);
  });

  it('is not sent along a redirect to another host', async () => {
    const other = await startOtherServer((_, response) => response.writeHead(200).end('{}'));
    const moved = await startOtherServer((_, response) =>
      response.writeHead(302, { location: other.address }).end(),
    );
    const env = { SLIPWAY_HOST: moved.address, SLIPWAY_TOKEN: token };
    expect(await slipway(['project', 'list'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining(`redirects to ${other.address}`),
    });
    expect(moved.seen).toHaveLength(1);
    expect(other.seen).toHaveLength(0);
  });

  it('is overridden by SLIPWAY_TOKEN, and the status says so', async () => {
    const { token: other } = await service.make.apiToken(userId, { scopes: ['ping'] });
    const env = { SLIPWAY_TOKEN: other };
    expect((await slipway(['auth', 'token'], { env })).out).toBe(`${other}\n`);
    expect((await slipway(['auth', 'status'], { env })).out).toContain('overrides the stored login');
    const refused = await slipway(['auth', 'status'], { env: { SLIPWAY_TOKEN: 'x'.repeat(43) } });
    expect(refused).toMatchObject({
      code: 4,
      err: expect.stringMatching(/SLIPWAY_TOKEN is set.*\nRequest id: \S+/),
    });
  });

  it('is deleted on logout', async () => {
    expect(await slipway(['auth', 'logout'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('/settings/tokens'),
    });
    for (const line of [
      ['auth', 'status', '--host', host],
      ['project', 'list', '--host', host],
      ['auth', 'logout', '--host', host],
    ])
      expect((await slipway(line)).code).toBe(4);
  });

  it('is not replaced by a token that does not work', async () => {
    const args = ['auth', 'login', '--with-token', '--host', host];
    const refused = await slipway(args, { stdin: 'y'.repeat(43), env: { SLIPWAY_TOKEN: token } });
    expect(refused).toMatchObject({
      code: 4,
      err: expect.stringMatching(/not accept this token.*\n.*\nRequest id/),
    });
    expect(refused.err).not.toContain('SLIPWAY_TOKEN');
    expect((await signIn('')).code).toBe(1);
    expect((await slipway(['auth', 'token'])).out).toBe(`${token}\n`);
  });
});

describe('a token without a scope', () => {
  it('exits with 4 and says how to get a token that has it', async () => {
    const { token: narrow } = await service.make.apiToken(userId, { scopes: ['ping', 'read:projects'] });
    await signIn(narrow);
    const p = ['-p', project.name];
    expect(await slipway(['build', 'list', ...p])).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /needs the scope read:builds.*\nSign in again with it: slipway auth login\nRequest id/,
      ),
    });
    for (const line of [
      ['member', 'list'],
      ['delivery', 'list'],
      ['delivery', 'replay', ids.delivery, '--yes'],
    ])
      expect(await slipway([...line, ...p])).toMatchObject({
        code: 4,
        err: expect.stringMatching(
          /Browser logins never include it.*\/settings\/tokens,\nthen run .*--with-token/,
        ),
      });
  });
});

/** A service that grants the given scopes, whatever a login requests. */
function startIssuer(scopes: readonly string[]) {
  return startOtherServer((_, response) => {
    const issued = {
      token: 'z'.repeat(43),
      token_type: 'bearer',
      name: 'slipway on harbor',
      scopes,
      expires_at: null,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(issued));
  });
}

/** A browser that returns immediately, with changes to what the service would send. */
function returning(changes: Readonly<Record<string, string>>) {
  return async (address: string) => {
    const { searchParams } = new URL(address);
    const query = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '', ...changes });
    const response = await fetch(`http://127.0.0.1:${searchParams.get('port')}/callback?${query}`);
    expect(await response.text()).not.toContain('z'.repeat(43));
  };
}

/** Requests a target exactly as written; `fetch` would normalize it. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path }, (response) => resolve(response.resume().statusCode)).once(
      'error',
      reject,
    );
  });
}

describe('a browser login', () => {
  it('stores a token with the requested scopes', async () => {
    const { address } = await startIssuer(['ping', 'read:builds']);
    const args = ['auth', 'login', '--host', address, '--scope', 'ping,read:builds'];
    expect(await slipway(args, { openBrowser: returning({}) })).toMatchObject({ code: 0 });
    expect((await slipway(['auth', 'token', '--host', address])).out).toBe(`${'z'.repeat(43)}\n`);
  });

  it('refuses a token with more scopes, and does not store it', async () => {
    const { address } = await startIssuer(LOGIN_SCOPES);
    const args = ['auth', 'login', '--host', address, '--scope', 'read-only'];
    expect(await slipway(args, { openBrowser: returning({}) })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/granted more scopes than requested \(write:tasks.*\nRevoke "slipway on harbor"/),
    });
    expect((await slipway(['auth', 'token', '--host', address])).code).toBe(4);
  });

  it('ignores other requests and the response to another login, and exits with 2 when refused', async () => {
    const { address, seen } = await startIssuer([]);
    const args = ['auth', 'login', '--host', address];
    const openBrowser = async (page: string) => {
      const port = Number(new URL(page).searchParams.get('port'));
      for (const target of ['//', 'http://[', '*', '/callback/', '/%'])
        expect(await statusOf(port, target)).toBe(404);
      await returning({ state: 'of another login' })(page);
      await returning({ error: 'access_denied' })(page);
    };
    const refused = await slipway(args, { openBrowser });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('denied') });
    expect(seen).toHaveLength(0);
  });

  it('accepts a pasted code, but not the pasted URL of another login', async () => {
    const { address, seen } = await startIssuer(['ping']);
    const args = ['auth', 'login', '--no-browser', '--scope', 'ping', '--host', address];
    // Without --no-browser, no browser can be opened here.
    for (const line of [args, args.filter((arg) => arg !== '--no-browser')]) {
      const pasted = await slipway(line, { stdin: 'the-code\n', columns: 120 });
      expect(pasted).toMatchObject({ code: 0, err: expect.stringContaining('paste the address') });
      expect(pasted.err).not.toContain('Waiting for the browser');
    }
    expect(seen).toHaveLength(2);
    const other = 'http://127.0.0.1:1/callback?code=c&state=other';
    const refused = await slipway(args, { stdin: `${other}\n` });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('another login') });
  });

  it('says which scopes it cannot get, and exits with 2 on Ctrl-C', async () => {
    const members = await slipway(['auth', 'login', '--host', host, '--scope', 'read:members']);
    expect(members).toMatchObject({ code: 1, err: expect.stringContaining('--with-token') });
    const unknown = await slipway(['auth', 'login', '--host', host, '--scope', 'write:everything']);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Presets: all, default, read-only') });
    const interrupt = new AbortController();
    const onWrite = (text: string) => void (text.includes('Open this address') && interrupt.abort());
    const line = ['auth', 'login', '--no-browser', '--host', host];
    expect((await slipway(line, { signal: interrupt.signal, onWrite })).code).toBe(2);
  });
});

describe('the project', () => {
  it('may be an id or a name, and is remembered for a folder and its subfolders', async () => {
    const folder = join(home, 'game');
    const below = join(folder, 'Content', 'Props');
    await mkdir(below, { recursive: true });
    const list = (args: string[], where = folder) => slipway(['task', 'list', ...args], { folder: where });
    expect(await list([])).toMatchObject({ code: 1, err: expect.stringContaining('slipway project use') });
    for (const named of [String(project.id), project.name, project.name.toUpperCase()])
      expect((await list(['-p', named])).out).toContain('Crane');
    expect(await list(['-p', 'Nowhere'])).toMatchObject({ code: 1, err: expect.stringContaining(project.name) });
    expect((await slipway(['project', 'use', project.name], { folder })).code).toBe(0);
    expect((await list([], below)).out).toContain('Crane');
    expect((await list([], home)).code).toBe(1);
    expect((await slipway(['project', 'use', '--unset'], { folder })).code).toBe(0);
    expect((await list([], below)).code).toBe(1);
  });

  it('is not guessed when the file of chosen projects is unreadable: the error names the file', async () => {
    const file = join(home, 'state', 'slipway', 'projects.json');
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '{');
    const { code, err } = await slipway(['task', 'list']);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(`\nRemove ${file} and choose projects again with \`slipway project use\`.\n`),
    });
  });
});
