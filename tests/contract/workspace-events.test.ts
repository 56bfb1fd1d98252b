import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, type EventType, PLANS, type WorkspaceEvent } from '@slipway/contracts';
import { startApi } from './api.js';
import { eventMakers, makeEveryEvent, makeWorkspace } from './feed-rows.js';

const path = '/v1/workspace/events';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

const api = await startApi();
const makers = eventMakers(api);
await makeEveryEvent(makers, api.project, ago(HOUR));

/** The event types of a response. */
async function typesOf(query: string, token?: string): Promise<EventType[]> {
  const { status, body } = await api.get(`${path}?${query}`, token);
  expect([query, status, body.error]).toEqual([query, 200, undefined]);
  return body.events.map((event: WorkspaceEvent) => event.event_type).toSorted();
}

describe('GET /v1/workspace/events', () => {
  it('200: merges every source and sets has_more', async () => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['events', 'rollup', 'pagination']);
    expect(body.events.map((event: WorkspaceEvent) => event.event_type).toSorted()).toEqual(
      EVENT_TYPES.toSorted(),
    );
    expect(body.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
  });

  it('200: limit cuts the page', async () => {
    const { body } = await api.get(`${path}?limit=4`);
    expect(body.events).toHaveLength(4);
    expect(body.pagination).toEqual({ limit: 4, has_more: true, next_cursor: expect.any(String) });
  });

  it.each(EVENT_TYPES)('200: filters by event_type=%s', async (type) => {
    expect(await typesOf(`event_type=${type}`)).toEqual([type]);
    expect(await typesOf(`event_types=${type}`)).toEqual([type]);
  });

  it.each([
    ['event_type=build_run.*', ['build_run.completed', 'build_run.failed']],
    ['event_type=approval.*', ['approval.denied', 'approval.granted', 'approval.ignored', 'approval.requested']],
    ['event_types=change.*,task.*,deployment.*', ['change.submitted', 'deployment.created', 'task.state_changed']],
    [
      'event_type=approval.*,approval.denied',
      ['approval.denied', 'approval.granted', 'approval.ignored', 'approval.requested'],
    ],
    ['event_type=build_run.failed,change.submitted', ['build_run.failed', 'change.submitted']],
    ['event_type[]=build_run.failed&event_type[]=change.submitted', ['build_run.failed', 'change.submitted']],
    ['event_types[]=build_run.failed,task.*', ['build_run.failed', 'task.state_changed']],
    ['event_type=build_run.failed&event_type=task.*', ['build_run.failed', 'task.state_changed']],
  ])('200: filters by %s', async (query, expected) => {
    expect(await typesOf(query)).toEqual(expected);
  });

  it('200: days_back defaults to 7 and is clamped to 1..90', async () => {
    const { project, token } = await makeWorkspace(api);
    for (const days of [0.5, 2, 6.9, 7.1, 89.9, 90.1])
      await makers['task.state_changed'](project, ago(days * DAY));
    const count = async (query: string) => (await typesOf(query, token)).length;
    expect(await count('')).toBe(3);
    for (const query of ['days_back=1', 'days_back=0', 'days_back=-400', 'days_back=-99999999999999999999']) {
      expect([query, await count(query)]).toEqual([query, 1]);
    }
    expect(await count('days_back=3')).toBe(2);
    expect(await count('days_back=%2B3')).toBe(2);
    for (const query of ['days_back=90', 'days_back=91', 'days_back=99999999999999999999']) {
      expect([query, await count(query)]).toEqual([query, 5]);
    }
  });

  it('200: since overrides days_back, even a malformed one, and covers at most 90 days', async () => {
    const { project, token } = await makeWorkspace(api);
    for (const days of [1, 30, 89.9, 90.1]) await makers['task.state_changed'](project, ago(days * DAY));
    const since = (days: number) => `since=${ago(days * DAY).toISOString()}`;
    expect(await typesOf(`${since(31)}&days_back=2`, token)).toHaveLength(2);
    expect(await typesOf(`${since(31)}&days_back=soon`, token)).toHaveLength(2);
    expect(await typesOf(since(89.95), token)).toHaveLength(3);
    expect(await typesOf(since(400), token)).toHaveLength(3);
    expect(await typesOf('since=0001-01-01T00:00', token)).toHaveLength(3);
    expect(
      await typesOf(
        `since=${ago(2 * DAY)
          .toISOString()
          .replace('Z', '%2B00:00')}`,
        token,
      ),
    ).toHaveLength(1);
  });

  it('200: since in the future returns no events', async () => {
    for (const since of [ago(-DAY).toISOString(), '9999-12-31T23:59:59Z', '9999-12-31T23:59:59']) {
      const { status, body } = await api.get(`${path}?since=${since}`);
      expect([since, status]).toEqual([since, 200]);
      expect(body).toMatchObject({ events: [], pagination: { has_more: false, next_cursor: null } });
    }
  });

  it('200: project_id selects one project', async () => {
    const { accountId, project, token } = await makeWorkspace(api);
    const other = await api.make.project(accountId);
    await makeEveryEvent(makers, project, ago(HOUR));
    await makeEveryEvent(makers, other, ago(HOUR));
    const { body } = await api.get(`${path}?project_id=${other.id}&limit=50`, token);
    expect(body.events.map((event: WorkspaceEvent) => event.project_id)).toEqual(EVENT_TYPES.map(() => other.id));
    expect(body.events[0].project_name).toMatch(/^Project /);
    expect((await api.get(`${path}?limit=50`, token)).body.events).toHaveLength(2 * EVENT_TYPES.length);
  });

  it('200: account_id selects an account of the caller, by prefixed or numeric id', async () => {
    const own = await makeWorkspace(api);
    const joined = await makeWorkspace(api);
    await makers['build_run.failed'](joined.project, ago(HOUR));
    await api.database.prisma.accountMembership.create({
      data: { accountId: joined.accountId, userId: own.userId },
    });
    expect(await typesOf('', own.token)).toEqual([]);
    for (const id of [joined.prefixedId, joined.accountId]) {
      expect(await typesOf(`account_id=${id}`, own.token)).toEqual(['build_run.failed']);
    }
  });

  it('200: without a usable default account, selects the caller’s account with the lowest id', async () => {
    const { prisma } = api.database;
    const first = await makeWorkspace(api);
    const second = await makeWorkspace(api);
    await makers['build_run.failed'](first.project, ago(HOUR));
    await prisma.accountMembership.create({ data: { accountId: first.accountId, userId: second.userId } });
    for (const defaultAccountId of [null, api.accountId]) {
      await prisma.user.update({ where: { id: second.userId }, data: { defaultAccountId } });
      expect(await typesOf('', second.token)).toEqual(['build_run.failed']);
    }
  });

  it('304: when nothing changed', async () => {
    const { headers } = await api.get(path);
    expect((await api.get(path).set('If-None-Match', headers['etag'] ?? '')).status).toBe(304);
  });
});

describe('GET /v1/workspace/events refuses', () => {
  it('400: a cursor that is malformed, modified, or from other filters or another caller', async () => {
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

  it('403: a plan below Team, and explains how to upgrade', async () => {
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

  it('404: an account that does not exist or that the caller does not belong to', async () => {
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

  it('404: a project that does not exist or belongs to another account, and a prefixed id', async () => {
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
    const selected = await api.get(`${path}?project_id=${joined.project.id}&account_id=${joined.accountId}`);
    expect(selected.status).toBe(200);
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
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

  it('in this order: scope, parameters, cursor, account, plan, project', async () => {
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
