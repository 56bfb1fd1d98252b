import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { deleteAccountRow } from '@slipway/db';
import { eventually, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import { plainBrowser } from './plain-browser.js';

const LIMITS = { GENERAL_RATE_LIMIT: '1000000' };
const process = await testProcess({ ...LIMITS, BASE_URL: 'http://slipway.example' });
const { DATABASE_URL } = process.settings;
const database = openTestDatabase(DATABASE_URL);
process.onClose('test database', () => database.close());
const { prisma } = database;

async function serveAt(env: Readonly<Record<string, string>>) {
  const context = await testProcess({ ...LIMITS, DATABASE_URL, ...env });
  return { context, app: composeConsole(context, () => false) };
}

const app = composeConsole(process, () => false);
/** Another host with its own disk. */
const { context: other } = await serveAt({ BASE_URL: 'http://slipway.example' });
const local = await serveAt({ BASE_URL: 'http://127.0.0.1:8080' });
const [late, blocked] = [await testProcess({ DATABASE_URL }), await testProcess({ DATABASE_URL })];
const behindProxy = await serveAt({ BASE_URL: 'http://127.0.0.1:8080', TRUST_PROXY: '1' });

const FORM = {
  account_name: 'Night Harbor',
  project_name: 'Tidewater',
  name: 'Ana',
  email: 'ana@studio.example',
  password: 'correct horse battery',
};

/** The last code that a process logged. */
const codeOf = ({ logLines }: TestProcess) =>
  eventually('the log names the code', async () => /.*"setupCode":"([0-9A-Z-]+)"/s.exec(logLines.join(''))?.[1]);
const fileOf = ({ settings }: TestProcess) => join(settings.DATA_DIR, 'setup-code');

const CODE_FIELD = 'name="setup_code"';

/** An empty service, whose setup code every process has logged. */
beforeEach(async () => {
  await prisma.user.deleteMany();
  for (const { id } of await prisma.account.findMany()) await deleteAccountRow(database, id);
  await plainBrowser(app).open('/setup');
});

describe('the setup of a service that others can reach', () => {
  it('asks for a code, which every process logs and writes to a file only its user can read', async () => {
    const code = await codeOf(process);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await codeOf(other)).toBe(code);
    for (const each of [process, other]) {
      const file = await eventually('the file exists', () =>
        readFile(fileOf(each), 'utf8').catch(() => undefined),
      );
      expect(file).toBe(`${code}\n`);
      expect((await stat(fileOf(each))).mode & 0o777).toBe(0o600);
    }
    const { text } = await plainBrowser(app).open('/setup');
    expect(text).toContain(CODE_FIELD);
    expect(text).not.toContain(code);
  });

  it.each([{}, { setup_code: '' }, { setup_code: 'AAAA-AAAA-AAAA-AAAA' }, { setup_code: '\0' }])(
    '422: with %j instead of the code',
    async (fields) => {
      const { status, text } = await plainBrowser(app).submit('/setup', { ...FORM, ...fields });
      expect([status, await prisma.user.count()]).toEqual([422, 0]);
      expect(text).toContain('Night Harbor');
    },
  );

  it('makes anyone with the code the owner, however they type it, once', async () => {
    const setup_code = await codeOf(process);
    const first = plainBrowser(app);
    const typed = ` ${setup_code.toLowerCase().replaceAll('-', ' ')} `;
    expect((await first.submit('/setup', { ...FORM, setup_code: typed })).headers['location']).toBe('/');
    expect((await first.call('GET', '/session')).status).toBe(200);
    const late = plainBrowser(app);
    const { text } = await late.open('/sign-in');
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const again = await late.post('/setup', { ...FORM, email: 'eve@x.example', setup_code, csrf_token });
    expect(again.headers['location']).toBe('/sign-in');
    expect(await prisma.user.count()).toBe(1);
    await expect(stat(fileOf(process))).rejects.toThrow('ENOENT');
  });

  it('asks for a new code when the service is empty again, because a code works once', async () => {
    const before = await codeOf(process);
    await plainBrowser(app).submit('/setup', { ...FORM, setup_code: before });
    await prisma.user.deleteMany();
    await plainBrowser(app).open('/setup');
    const setup_code = await codeOf(process);
    expect(setup_code).not.toBe(before);
    expect((await plainBrowser(app).submit('/setup', { ...FORM, setup_code: before })).status).toBe(422);
    expect((await plainBrowser(app).submit('/setup', { ...FORM, setup_code })).status).toBe(303);
  });

  it('429: after ten wrong codes from one network, even with the right one', async () => {
    const from = (address: string) => plainBrowser(behindProxy.app, undefined, { 'x-forwarded-for': address });
    await from('203.0.113.7').open('/setup');
    const setup_code = await codeOf(behindProxy.context);
    for (let count = 0; count < 10; count += 1) {
      const { status } = await from('203.0.113.7').submit('/setup', { ...FORM, setup_code: 'wrong' });
      expect(status).toBe(422);
    }
    const { status, headers } = await from('203.0.113.7').submit('/setup', { ...FORM, setup_code });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await from('198.51.100.4').submit('/setup', { ...FORM, setup_code })).status).toBe(303);
  });

  it('stores no NUL character, and refuses an invalid email address', async () => {
    const setup_code = await codeOf(process);
    for (const fields of [{ email: 'a\0@x.example' }, { email: 'nobody' }, { name: '\0' }]) {
      const { status } = await plainBrowser(app).submit('/setup', { ...FORM, setup_code, ...fields });
      expect(status).toBe(422);
    }
    const answer = await plainBrowser(app).submit('/setup', {
      ...FORM,
      setup_code,
      account_name: 'Night\0Harbor',
    });
    expect(answer.status).toBe(303);
    expect(await prisma.account.findFirst()).toMatchObject({ name: 'Night Harbor' });
  });
});

describe('the setup on the machine itself', () => {
  const asks = async (served: typeof app, headers: Readonly<Record<string, string>> = {}) =>
    (await plainBrowser(served, undefined, headers).open('/setup')).text.includes(CODE_FIELD);

  it('needs no code', async () => {
    expect(await asks(local.app)).toBe(false);
    expect(await asks(local.app, { host: '127.0.0.1:8080' })).toBe(false);
    expect((await plainBrowser(local.app).submit('/setup', FORM)).headers['location']).toBe('/');
  });

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=127.0.0.1' },
    { host: 'slipway.example' },
    { host: '192.0.2.1:8080' },
    { host: 'localhost.evil.example' },
  ])('needs the code with %j, because the visitor may be elsewhere', async (headers) => {
    expect(await asks(local.app, headers)).toBe(true);
    const { status } = await plainBrowser(local.app, undefined, headers).submit('/setup', FORM);
    expect([status, await prisma.user.count()]).toEqual([422, 0]);
  });

  it('needs the code when the configured URL is not local', async () => {
    expect(await asks(app, { host: '127.0.0.1:8080' })).toBe(true);
  });

  it('skips the code behind a trusted proxy only if the proxy’s client is local too', async () => {
    expect(await asks(behindProxy.app, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
    for (const address of ['203.0.113.7', '203.0.113.7, 127.0.0.1', '127.0.0.1, 203.0.113.7', ''])
      expect(await asks(behindProxy.app, { 'x-forwarded-for': address })).toBe(true);
  });
});

describe('the setup code file', () => {
  it('is deleted by a process that starts when an account exists, and no code is logged', async () => {
    await prisma.user.create({ data: { email: 'a@x.example', name: 'A', passwordHash: '' } });
    const folder = late.settings.DATA_DIR;
    await writeFile(join(folder, 'setup-code'), 'OLD');
    composeConsole(late, () => false);
    await eventually('the file is gone', async () =>
      (await stat(fileOf(late)).catch(() => null)) === null ? true : undefined,
    );
    expect(late.logLines.join('')).not.toContain('setupCode');
  });

  it('is skipped where the folder is not writable, and setup still works', async () => {
    await writeFile(join(blocked.settings.DATA_DIR, 'data'), 'a file, not a folder');
    const settings = { ...blocked.settings, DATA_DIR: join(blocked.settings.DATA_DIR, 'data') };
    const served = composeConsole({ ...blocked, settings }, () => false);
    expect(await codeOf(blocked)).toBe(await codeOf(process));
    await eventually('the log says so', async () =>
      blocked.logLines.join('').includes('only in the log') ? true : undefined,
    );
    expect((await plainBrowser(served).submit('/setup', FORM)).headers['location']).toBe('/');
  });
});
