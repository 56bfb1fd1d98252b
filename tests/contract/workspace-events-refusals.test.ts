import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, PLANS } from '@slipway/contracts';
import { startApi } from './api.js';
import { eventMakers, makeEveryEvent, makeWorkspace } from './feed-rows.js';

const path = '/v1/workspace/events';
const api = await startApi();
await makeEveryEvent(eventMakers(api), api.project, new Date());

describe('GET /v1/workspace/events refuses', () => {
  it('400: a cursor that is malformed, changed, of other filters or of another caller', async () => {
    const cursor = (await api.get(`${path}?limit=1`)).body.pagination.next_cursor as string;
    const changed = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`;
    const texts = ['', 'x', '%00', changed, cursor.slice(1), `${cursor}=`];
    const others = [
      'days_back=7',
      'event_type=task.*',
      `project_id=${api.project.id}`,
      `account_id=${api.accountId}`,
    ];
    const queries = [...texts, ...others.map((other) => `${cursor}&${other}`)].map((text) => `cursor=${text}`);
    for (const query of queries) {
      const { status, body } = await api.get(`${path}?${query}`);
      expect([query, status, body.error]).toEqual([query, 400, 'invalid_cursor']);
    }
    const { token } = await makeWorkspace(api);
    expect((await api.get(`${path}?cursor=${cursor}`, token)).status).toBe(400);
  });

  it('401: no token', async () => {
    const answer = await api.get(path, null);
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  it('403: a token without the scope', async () => {
    const answer = await api.get(path, await api.tokenWithout('read:workspace_events'));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: 'insufficient_scope', required_scope: 'read:workspace_events' });
  });

  it('403: a plan below Team, which is told how to go on', async () => {
    const { accountId, token } = await makeWorkspace(api);
    const statuses: Record<string, number> = {};
    for (const plan of PLANS) {
      await api.database.prisma.account.update({ where: { id: accountId }, data: { plan } });
      const { status, body } = await api.get(path, token);
      statuses[plan] = status;
      if (status !== 403) continue;
      expect(body.error).toMatch(/Team plan.*account_id/);
      expect(body.upgrade_url).toMatch(/^https?:\/\//);
    }
    expect(statuses).toEqual({ free: 403, indie: 403, team: 200, studio: 200, enterprise: 200 });
  });

  it('404: an account the caller does not belong to, or that is none', async () => {
    const rival = await makeWorkspace(api);
    for (const id of [
      rival.prefixedId,
      rival.accountId,
      999_999,
      'acct_absent',
      'x',
      '',
      '-1',
      '1e3',
      '99999999999999999999',
      '%00',
    ]) {
      const { status, body } = await api.get(`${path}?account_id=${id}`);
      expect([id, status, body]).toEqual([id, 404, { error: 'not_found', message: 'Not found.' }]);
    }
  });

  it("404: a project that is absent, another account's, or a prefixed id", async () => {
    const rival = await makeWorkspace(api);
    const joined = await makeWorkspace(api);
    await api.database.prisma.accountMembership.create({
      data: { accountId: joined.accountId, userId: api.userId },
    });
    for (const id of [
      rival.project.id,
      joined.project.id,
      999_999,
      `proj_${api.project.id}`,
      'x',
      '',
      '0',
      '-1',
      '1.0',
      '%00',
    ]) {
      const { status, body } = await api.get(`${path}?project_id=${id}`);
      expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
    }
    const named = await api.get(`${path}?project_id=${joined.project.id}&account_id=${joined.accountId}`);
    expect(named.status).toBe(200);
  });

  it('422: names what is wrong with a parameter', async () => {
    const validEventTypes = [...EVENT_TYPES, 'build_run.*', 'change.*', 'task.*', 'approval.*', 'deployment.*'];
    const unknownType = { valid_event_types: validEventTypes };
    const scalars = ['limit', 'days_back', 'since', 'project_id', 'cursor', 'account_id'];
    const cases: [string, string, object?][] = [
      ['bogus=1', 'unknown_parameter'],
      ...scalars.flatMap((name): [string, string][] => [
        [`${name}=1&${name}=2`, 'invalid_parameter_type'],
        [`${name}[]=1`, 'invalid_parameter_type'],
        [`${name}[a]=1`, 'invalid_parameter_type'],
      ]),
      ['event_type[a]=build_run.failed', 'invalid_parameter_type'],
      ['event_types[0][b]=build_run.failed', 'invalid_parameter_type'],
      ...['', '0', '-1', '1.5', 'ten'].map((text): [string, string] => [`limit=${text}`, 'invalid_parameter']),
      ...['', '1.5', 'week', '1e1'].map((text): [string, string] => [`days_back=${text}`, 'invalid_parameter']),
      ...[
        '',
        '2026-11-01',
        'yesterday',
        '2026-11-01T10:00:00+05:00',
        '2026-02-30T10:00',
        '2026-11-01T25:00',
        '1762000000',
      ].map((text): [string, string] => [`since=${text}`, 'invalid_parameter']),
      ['event_type=task.*&event_types=task.*', 'invalid_parameter'],
      ['event_type=bogus&event_types=', 'invalid_parameter'],
      ...[
        '',
        'build_run',
        'Build_run.failed',
        'build_run.passed',
        '*',
        'x.*',
        'build_run.failed,',
        'build_run.failed,x',
      ].map((text): [string, string, object] => [`event_type=${text}`, 'invalid_event_type', unknownType]),
      ['event_types[]=task.*&event_types[]=x', 'invalid_event_type', unknownType],
    ];
    for (const [query, error, extra = {}] of cases) {
      const { status, body } = await api.get(`${path}?${query}`);
      expect([query, status, body.error]).toEqual([query, 422, error]);
      expect(body).toMatchObject({ message: expect.any(String), ...extra });
    }
  });

  it('checks in order: scope, parameters, cursor, account, plan, project', async () => {
    const { accountId, token } = await makeWorkspace(api);
    await api.database.prisma.account.update({ where: { id: accountId }, data: { plan: 'indie' } });
    const statuses = async (queries: readonly string[], bearer: string) =>
      Promise.all(queries.map(async (query) => (await api.get(`${path}?${query}`, bearer)).status));
    const all = ['limit=0', 'cursor=x', 'account_id=x', 'project_id=x'];
    const fromHere = all.map((_, index) => all.slice(index).join('&'));
    expect(await statuses(fromHere, token)).toEqual([422, 400, 404, 403]);
    expect(await statuses(['project_id=x'], api.token)).toEqual([404]);
    expect(await statuses(fromHere, await api.tokenWithout('read:workspace_events'))).toEqual([
      403, 403, 403, 403,
    ]);
  });
});
