import { describe, expect, it } from '@jest/globals';
import type { WorkspaceEvent } from '@slipway/contracts';
import { callerAddressHeader } from '@slipway/http';
import { eventually } from '@slipway/testing';
import { startApi } from './api.js';
import { eventMakers, makeEveryEvent } from './feed-rows.js';

const api = await startApi({ TRUST_PROXY: '1' });
const direct = await startApi();
const { make, database, userId, accountId, project } = api;
const { prisma } = database;
const HOUR = 3_600_000;

const second = await make.project(accountId);
const third = await make.project(accountId);
const elsewhere = await make.studio();
await prisma.accountMembership.create({ data: { accountId: elsewhere.accountId, userId, role: 'owner' } });
const foreign = await make.project(elsewhere.accountId);
const makers = eventMakers(api);
for (const each of [project, second, third, foreign])
  await makeEveryEvent(makers, each, new Date(Date.now() - HOUR));

const restrictedTo = async (...projects: { readonly id: number }[]) =>
  (await make.apiToken(userId, { projectIds: projects.map(({ id }) => id) })).token;

const projectsOf = (body: { events: WorkspaceEvent[] }) =>
  [...new Set(body.events.map(({ project_id: id }) => id))].toSorted();

describe('a token that is restricted to projects', () => {
  it('404: every endpoint of another project, also for writes', async () => {
    const token = await restrictedTo(project);
    const { paths } = (await api.get('/v1/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      path.includes('{project_id}') ? Object.keys(methods).map((method) => [method, path] as const) : [],
    );
    expect(operations.length).toBeGreaterThan(20);
    for (const [method, path] of operations) {
      const target = path.replace('{project_id}', String(second.id)).replaceAll(/\{\w+\}/g, '1');
      const sent = api.send(method.toUpperCase() as 'GET', target, token);
      expect([method, path, (await sent).status]).toEqual([method, path, 404]);
    }
  });

  it('200: its own projects', async () => {
    const token = await restrictedTo(project, second);
    for (const { id } of [project, second])
      expect((await api.get(`/v1/projects/${id}/tasks`, token)).status).toBe(200);
  });

  it('200: lists only its projects and their accounts, and acts for one of these accounts', async () => {
    const token = await restrictedTo(foreign);
    const { body } = await api.get('/v1/projects', token);
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual([String(foreign.id)]);
    const { accounts } = (await api.get('/v1/accounts', token)).body;
    expect(accounts).toMatchObject([
      { id: elsewhere.accountId, is_default: true, project_ids: [String(foreign.id)] },
    ]);
    expect((await api.get('/v1/auth/context', token)).body.account_id).toBe(elsewhere.accountId);
  });

  it('200: the workspace feed merges the events of its projects page by page, without the counts of the account', async () => {
    const token = await restrictedTo(project, third, foreign);
    const { body } = await api.get('/v1/workspace/events?limit=50', token);
    expect(projectsOf(body)).toEqual([project.id, third.id].toSorted());
    expect(body.rollup).toBeNull();
    const ids = body.events.map(({ event_id: id }: { event_id: string }) => id);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await api.get(`/v1/workspace/events?limit=4${after}`, token)).body;
      paged.push(...page.events.map(({ event_id: id }: { event_id: string }) => id));
      cursor = page.pagination.next_cursor;
    }
    expect(paged).toEqual(ids);
    const whole = await api.get('/v1/workspace/events?limit=50');
    expect(projectsOf(whole.body)).toEqual([project.id, second.id, third.id].toSorted());
  });

  it('200, 404: the feed of one project', async () => {
    const token = await restrictedTo(project);
    const feed = (id: number) => api.get(`/v1/workspace/events?project_id=${id}`, token);
    expect(projectsOf((await feed(project.id)).body)).toEqual([project.id]);
    expect((await feed(second.id)).status).toBe(404);
  });

  it('404: the feed and the audit log of an account without any of its projects', async () => {
    const token = await restrictedTo(project);
    for (const path of ['/v1/workspace/events', '/v1/audit_log'])
      expect((await api.get(`${path}?account_id=${elsewhere.accountId}`, token)).status).toBe(404);
  });

  it('200: the audit log contains only entries of its projects', async () => {
    for (const projectId of [project.id, second.id, null])
      await prisma.auditEntry.create({ data: { accountId, projectId, userId, action: 'project.update' } });
    const token = await restrictedTo(project);
    const { body } = await api.get('/v1/audit_log', token);
    expect(new Set(body.entries.map((entry: { project_id: number }) => entry.project_id))).toEqual(
      new Set([project.id]),
    );
    expect((await api.get(`/v1/audit_log?project_id=${second.id}`, token)).status).toBe(404);
  });

  it('404: it stays restricted when its projects are deleted', async () => {
    const deleted = await make.project(accountId);
    const token = await restrictedTo(deleted);
    await prisma.project.delete({ where: { id: deleted.id } });
    expect((await api.get('/v1/projects', token)).body.projects).toEqual([]);
    expect((await api.get(`/v1/projects/${project.id}`, token)).status).toBe(404);
    expect((await api.get('/v1/workspace/events', token)).status).toBe(404);
  });

  it('404: a project that its user can no longer see', async () => {
    const { userId: person } = await make.studio();
    const { token } = await make.apiToken(person, { projectIds: [project.id] });
    expect((await api.get(`/v1/projects/${project.id}`, token)).status).toBe(404);
  });
});

describe('a token that is restricted to networks', () => {
  const networks = ['203.0.113.0/24', '2001:db8::/32'];
  const ping = (token: string, address: string) => api.get('/v1/ping', token).set('X-Forwarded-For', address);

  it.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::9'])('200: from %s', async (address) => {
    const { id, token } = await make.apiToken(userId, { networks });
    expect((await ping(token, address)).status).toBe(200);
    const used = await eventually('the use is recorded', async () => {
      const row = await prisma.apiToken.findUniqueOrThrow({ where: { id } });
      return row.lastUsedAt === null ? undefined : row;
    });
    expect(used.lastUsedIp).toBe(address);
  });

  it('403: from elsewhere, with a message that names the address, audited once and not counted as a use', async () => {
    const { id, token } = await make.apiToken(userId, { networks });
    const refusals = async () =>
      (await prisma.auditEntry.findMany({ where: { accountId, action: 'token.refuse_network' } })).filter(
        ({ detail }) => (detail as { token_id?: number }).token_id === id,
      );
    for (const address of ['198.51.100.7', '198.51.100.8', '2001:db9::1']) {
      const { status, body } = await ping(token, address);
      expect([status, body.error, body.ip_address]).toEqual([403, 'network_not_allowed', address]);
      expect(body.message).toContain(address);
    }
    const [first] = await eventually('the refusal is recorded', async () => {
      const found = await refusals();
      return found.length > 0 ? found : undefined;
    });
    expect(first).toMatchObject({ userId, ipAddress: expect.stringMatching(/^(198\.51|2001:db9)/) });
    await ping(token, '198.51.100.9');
    expect(await refusals()).toHaveLength(1);
    expect(await prisma.apiToken.findUnique({ where: { id } })).toMatchObject({
      lastUsedAt: null,
      lastUsedIp: '',
    });
  });

  it('403: before the scope is checked, and for an unknown path of a project too', async () => {
    const { token } = await make.apiToken(userId, { networks, scopes: ['ping'] });
    const { body } = await api.get('/v1/projects', token);
    expect(body.error).toBe('network_not_allowed');
  });

  it('200, 403: through the MCP server, the address of its caller counts', async () => {
    const { token } = await make.apiToken(userId, { networks });
    const through = (address: string) =>
      api.get('/v1/ping', token).set(callerAddressHeader([api.process.settings.APP_SECRET], address));
    expect((await through('203.0.113.4')).status).toBe(200);
    expect((await through('198.51.100.4')).status).toBe(403);
    const forged = callerAddressHeader(['a secret of someone else'.repeat(4)], '203.0.113.4');
    expect((await api.get('/v1/ping', token).set(forged)).status).toBe(403);
  });

  it.each(['203.0.113.9, 198.51.100.7', '::ffff:203.0.113.9, ::ffff:198.51.100.7', '203.0.113.9,,198.51.100.7'])(
    '403: a forged X-Forwarded-For, %s, in which only the last address is the proxy’s own',
    async (forged) => {
      const { token } = await make.apiToken(userId, { networks });
      const { status, body } = await ping(token, forged);
      expect([status, body.error]).toEqual([403, 'network_not_allowed']);
      expect(body.ip_address).toContain('198.51.100.7');
    },
  );

  it.each(['::ffff:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'])(
    '200: from %s, an IPv4 address in another form',
    async (address) => {
      const { token } = await make.apiToken(userId, { networks });
      expect((await ping(token, address)).status).toBe(200);
    },
  );

  it.each(['2001:db9::203.0.113.9', '64:ff9b::203.0.113.9', '::203.0.113.9', 'unknown', '203.0.113.9:443x'])(
    '403: from %s, which is not the IPv4 address that it contains',
    async (address) => {
      const { token } = await make.apiToken(userId, { networks });
      expect((await ping(token, address)).status).toBe(403);
    },
  );

  it('403: X-Forwarded-For counts for nothing without a trusted proxy', async () => {
    const { token } = await direct.make.apiToken(direct.userId, { networks });
    const sent = direct.get('/v1/ping', token).set('X-Forwarded-For', '203.0.113.9');
    expect((await sent).status).toBe(403);
  });

  it('401: an unknown or revoked token, wherever it comes from', async () => {
    const { token } = await make.apiToken(userId, { networks, revokedAt: new Date() });
    expect((await ping(token, '198.51.100.7')).status).toBe(401);
  });
});
