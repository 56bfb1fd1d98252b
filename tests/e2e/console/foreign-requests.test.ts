import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@slipway/contracts';
import { appSecretsOf, createInvitationLinks } from '@slipway/domain';
import { serve } from '@slipway/http';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, accountId, project, owner, sessionCookie } = await serveConsole();
const { origin: ORIGIN, host: HOST } = new URL(process.settings.BASE_URL);
const FIELDS = { email: 'nobody@studio.test', password: 'whatever it is' };

/** Posts the sign-in form as shown on the page, with additional headers. */
async function signIn(headers: Readonly<Record<string, string>>, fields = FIELDS) {
  const visitor = plainBrowser(app);
  const { text } = await visitor.open('/sign-in');
  const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
  return visitor.post('/sign-in', { ...fields, csrf_token }, { host: HOST, ...headers });
}

describe('the origin of a request', () => {
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: 'null' },
    { origin: '/x' },
    { origin: 'http://[' },
    { origin: 'not an address' },
    { origin: ORIGIN.replace('http:', 'https:') },
    { origin: `${ORIGIN}/` },
    { origin: `${ORIGIN}.evil.example` },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    { referer: 'https://evil.example/page' },
    { referer: 'no address' },
  ];
  const own: readonly Readonly<Record<string, string>>[] = [
    {},
    { origin: ORIGIN },
    { origin: ORIGIN, 'sec-fetch-site': 'same-origin', referer: `${ORIGIN}/sign-in` },
    { 'sec-fetch-site': 'none' },
    { referer: `${ORIGIN}/sign-in` },
  ];
  const tasks = `/console/api/v1/projects/${project.id}/tasks`;

  it.each(foreign)('403: a form with %j', async (headers) => {
    expect((await signIn(headers)).status).toBe(403);
  });

  it.each(own)('accepts a form with %j', async (headers) => {
    expect((await signIn(headers)).status).toBe(422);
  });

  it.each(foreign)('403: an API call from a page with %j', async (headers) => {
    const page = plainBrowser(app, await sessionCookie(owner.id), {
      'x-slipway-console': '1',
      host: HOST,
      ...headers,
    });
    expect((await page.post(tasks, {})).status).toBe(403);
  });

  it.each(own)('accepts an API call from a page with %j', async (headers) => {
    const page = plainBrowser(app, await sessionCookie(owner.id), {
      'x-slipway-console': '1',
      host: HOST,
      ...headers,
    });
    expect((await page.post(tasks, {})).status).toBe(415);
  });

  it('is compared to BASE_URL, which the response names to help with a wrong configuration', async () => {
    expect((await signIn({ origin: 'http://slipway.internal:8080' })).text).toContain(ORIGIN);
  });
});

describe('a page opened under another name of this machine', () => {
  const at = (host: string, path = '/sign-in?return_to=%2Ffeed') =>
    plainBrowser(app, undefined, { host }).open(path);

  it('redirects to the configured URL, where its forms work', async () => {
    const { port } = new URL(ORIGIN);
    const { status, headers } = await at(`localhost:${port}`);
    expect([status, headers['location']]).toEqual([303, `${ORIGIN}/sign-in?return_to=%2Ffeed`]);
    expect((await at(`[::1]:${port}`, '/')).headers['location']).toBe(`${ORIGIN}/`);
  });

  it.each(['127.0.0.1:8080', '127.0.0.1:9999', 'localhost:9999', 'slipway.internal:8080', 'bad host', '['])(
    'stays where it is at %s',
    async (host) => {
      expect((await at(host)).status).toBe(200);
    },
  );
});

describe('a NUL character', () => {
  const NUL = '\0';

  it('in a sign-in counts as an unknown address or a wrong password', async () => {
    for (const fields of [
      { ...FIELDS, email: `a${NUL}@studio.test` },
      { ...FIELDS, password: `x${NUL}` },
    ]) {
      const { status, text } = await signIn({}, fields);
      expect(status).toBe(422);
      expect(text).toContain('Incorrect email address or password');
    }
  });

  it('in a password reset request counts as an unknown address', async () => {
    const known = await plainBrowser(app).submit('/forgot-password', { email: FIELDS.email });
    const { status, text } = await plainBrowser(app).submit('/forgot-password', { email: `a${NUL}@x.test` });
    const notice = (page: string) => /role="status">([^<]*)</.exec(page)?.[1];
    expect([status, notice(text)]).toEqual([200, notice(known.text)]);
  });

  it('in the form of an invitation or a new password is removed or refused', async () => {
    const data = { accountId, email: 'nul@studio.test', invitedById: owner.id };
    const id = '0b9c2f64-7f0e-4c55-9f83-0d5d1d9f0a11';
    await database.prisma.invitation.create({ data: { ...data, id, expiresAt: new Date(Date.now() + 60_000) } });
    const token = createInvitationLinks(appSecretsOf(process.settings)).tokenOf(id);
    const form = { name: `N${NUL}ul`, password: `a long enough ${NUL} password` };
    const answer = await plainBrowser(app).submit(`/invitation?token=${token}`, form);
    expect(answer.status).toBe(303);
    const joined = await database.prisma.user.findUniqueOrThrow({ where: { email: data.email } });
    expect(joined.name).toBe('N ul');
    expect((await signIn({}, { email: data.email, password: form.password })).status).toBe(303);
    for (const path of ['/invitation', '/reset-password'])
      expect((await plainBrowser(app).open(`${path}?token=${encodeURIComponent(NUL)}`)).status).toBe(410);
  });

  it('in the address of an invitation is 422', async () => {
    const body = { email: `a${NUL}b@studio.test`, role: 'member' };
    const { status } = await owner.browser.call('POST', `/accounts/${accountId}/invitations`, body);
    expect(status).toBe(422);
  });

  const exported: readonly unknown[] = Object.values(contracts);
  const all = exported.filter(isConsoleContract);

  it.each(all.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
    'in %s causes no server error',
    async (_name, contract) => {
      for (const { path, body } of withNul(contract)) {
        const { status } = await owner.browser.call(contract.method, path, body);
        expect({ path, body, isFailure: status >= 500 }).toEqual({ path, body, isFailure: false });
      }
    },
  );

  /**
   * Requests to an endpoint, each with the character in a different place. Endpoints that only take a path are omitted.
   */
  function* withNul({ path, query, body }: contracts.ConsoleContract) {
    const ids: Readonly<Record<string, string | number>> = { account_id: accountId, project_id: project.id };
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const fill = (values: Readonly<Record<string, string | number>>) =>
      path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? 1));
    for (const name of names) yield { path: fill({ ...ids, [name]: `1${NUL}` }), body: body?.example };
    for (const name of Object.keys(query))
      yield { path: `${fill(ids)}?${new URLSearchParams({ [name]: `a${NUL}` })}`, body: body?.example };
    for (const [name, value] of Object.entries(body?.example ?? {}))
      if (typeof value === 'string')
        yield { path: fill(ids), body: { ...body?.example, [name]: `${value}${NUL}` } };
  }
});

function isConsoleContract(value: unknown): value is contracts.ConsoleContract {
  return typeof value === 'object' && value !== null && 'group' in value && isConsoleGroup(value.group);
}

function isConsoleGroup(group: unknown): boolean {
  return (group as { name?: string }).name === 'Console';
}

describe('a request target in absolute form with an impossible address', () => {
  const statusOf = (port: number, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers: { host: HOST } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject).end();
    });

  it('opens the page that its path names', async () => {
    const server = await serve(app, { host: '127.0.0.1', port: 0 });
    process.onClose('absolute form', () => server.close());
    const expected = {
      '/sign-in': 200,
      '/sign-in/code': 303,
      '/confirm': 303,
      '/second-factor/set-up': 303,
      '/second-factor/passkey': 404,
      '/reset-password': 410,
      '/invitation': 410,
      '/unsubscribe': 404,
      '/sso/start': 200,
      '/confirm/sso': 303,
      '/cli/auth': 400,
      '/oauth/authorize': 400,
    };
    const paths = Object.keys(expected);
    const statuses = await Promise.all(paths.map((path) => statusOf(server.port, `http://x:99999${path}`)));
    expect(Object.fromEntries(paths.map((path, at) => [path, statuses[at]]))).toEqual(expected);
  });
});
