import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, type EventType, type WorkspaceEvent } from '@slipway/contracts';
import { startApi } from './api.js';
import { eventMakers, makeEveryEvent, makeWorkspace } from './feed-rows.js';

const path = '/v1/workspace/events';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

const api = await startApi();
const makers = eventMakers(api);
await makeEveryEvent(makers, api.project, ago(HOUR));

/** The event types a request is answered with. */
async function typesOf(query: string, token?: string): Promise<EventType[]> {
  const { status, body } = await api.get(`${path}?${query}`, token);
  expect([query, status, body.error]).toEqual([query, 200, undefined]);
  return body.events.map((event: WorkspaceEvent) => event.event_type).toSorted();
}

describe('GET /v1/workspace/events', () => {
  it('200: merges every source, and says whether there is more', async () => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['events', 'rollup', 'pagination']);
    expect(body.events.map((event: WorkspaceEvent) => event.event_type).toSorted()).toEqual(
      EVENT_TYPES.toSorted(),
    );
    expect(body.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
  });

  it('200: limit cuts the page and is clamped to 50', async () => {
    const { body } = await api.get(`${path}?limit=4`);
    expect(body.events).toHaveLength(4);
    expect(body.pagination).toEqual({ limit: 4, has_more: true, next_cursor: expect.any(String) });
    expect((await api.get(`${path}?limit=51`)).body.pagination.limit).toBe(50);
  });

  it.each(EVENT_TYPES)('200: event_type=%s', async (type) => {
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
  ])('200: %s', async (query, expected) => {
    expect(await typesOf(query)).toEqual(expected);
  });

  it('200: days_back looks back seven days unless told, and is clamped to 1..90', async () => {
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

  it('200: since supersedes days_back, which is not even parsed, and reaches 90 days at most', async () => {
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

  it('200: nothing has happened since the future', async () => {
    for (const since of [ago(-DAY).toISOString(), '9999-12-31T23:59:59Z', '9999-12-31T23:59:59']) {
      const { status, body } = await api.get(`${path}?since=${since}`);
      expect([since, status]).toEqual([since, 200]);
      expect(body).toMatchObject({ events: [], pagination: { has_more: false, next_cursor: null } });
    }
  });

  it('200: project_id keeps to one project', async () => {
    const { accountId, project, token } = await makeWorkspace(api);
    const other = await api.make.project(accountId);
    await makeEveryEvent(makers, project, ago(HOUR));
    await makeEveryEvent(makers, other, ago(HOUR));
    const { body } = await api.get(`${path}?project_id=${other.id}&limit=50`, token);
    expect(body.events.map((event: WorkspaceEvent) => event.project_id)).toEqual(EVENT_TYPES.map(() => other.id));
    expect(body.events[0].project_name).toMatch(/^Project /);
    expect((await api.get(`${path}?limit=50`, token)).body.events).toHaveLength(2 * EVENT_TYPES.length);
  });

  it('200: account_id names any account of the caller, by prefixed or numeric id', async () => {
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

  it('200: without a default account of theirs, the lowest the caller belongs to counts', async () => {
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

  it('304: a page that did not change', async () => {
    const { headers } = await api.get(path);
    const answer = await api.get(path).set('If-None-Match', headers.etag ?? '');
    expect(answer.status).toBe(304);
  });
});
