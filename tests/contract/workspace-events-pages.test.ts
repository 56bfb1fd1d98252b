import { beforeEach, describe, expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { EVENT_TYPES, type WorkspaceEvent } from '@slipway/contracts';
import { testClock } from '@slipway/testing';
import supertest from 'supertest';
import { startApi } from './api.js';
import { eventMakers, makeWorkspace } from './feed-rows.js';
import { walkPages } from './pages.js';

const path = '/v1/workspace/events';
const MINUTE = 60_000;
const api = await startApi();
const makers = eventMakers(api);
const base = Date.now() - 60 * MINUTE;

/** Rows of every type at only a few times, so that most of them have equal times. */
const second = await api.make.project(api.accountId);
for (const offset of [0, 0, 0, 0, 1, 1, MINUTE]) {
  for (const type of EVENT_TYPES) await makers[type](api.project, new Date(base + offset));
}
for (const type of EVENT_TYPES) await makers[type](second, new Date(base));
const TOTAL = 8 * EVENT_TYPES.length;

interface Key {
  readonly at: string;
  readonly kind: string;
  readonly id: string;
}

function keyOf(cursorKey: unknown): Key {
  const [at = '', kind = '', id = ''] = String(cursorKey).split('|');
  return { at, kind, id };
}

/** The order that the contract defines, computed by PostgreSQL. */
async function inOrder(keys: readonly Key[]): Promise<Key[]> {
  const { rows } = await api.database.pool.query({
    text: `SELECT at, kind, id FROM jsonb_to_recordset($1::jsonb) AS k(at text, kind text, id text)
           ORDER BY at::timestamptz DESC, kind COLLATE "C" DESC,
             CASE WHEN kind IN ('approval', 'deployment') THEN id::uuid END DESC,
             CASE WHEN kind NOT IN ('approval', 'deployment') THEN id::bigint END DESC`,
    values: [JSON.stringify(keys)],
  });
  return rows as Key[];
}

async function walk(query: string, betweenPages?: () => Promise<unknown>): Promise<Key[][]> {
  const options = { path: `${path}?${query}`, key: 'events' };
  const pages = await walkPages(api, betweenPages === undefined ? options : { ...options, betweenPages });
  return pages.map((page) => page.map((event) => keyOf(event['cursor_key'])));
}

const texts = (keys: readonly Key[]) => keys.map(({ at, kind, id }) => `${at}|${kind}|${id}`);

describe('the pages of GET /v1/workspace/events', () => {
  it.each([1, 2, 7, 20, 50])('200: pages of %i contain every row once and in order', async (limit) => {
    const pages = await walk(`limit=${limit}`);
    const keys = pages.flat();
    expect(new Set(texts(keys)).size).toBe(TOTAL);
    expect(keys).toEqual(await inOrder(keys));
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  it.each([
    ['event_type=build_run.*', 16],
    ['event_types=approval.*', 32],
    ['event_type=task.*,deployment.*', 16],
    [`project_id=${second.id}`, 9],
    [`since=${new Date(base + 1).toISOString()}`, 27],
    ['days_back=2', TOTAL],
    [`account_id=${api.accountId}`, TOTAL],
  ])('200: pages with %s contain every row once and in order', async (query, count) => {
    const keys = (await walk(`${query}&limit=4`)).flat();
    expect(new Set(texts(keys)).size).toBe(count);
    expect(keys).toEqual(await inOrder(keys));
  });

  it('200: the page size may change from page to page', async () => {
    const first = (await api.get(`${path}?limit=5`)).body;
    const next = (await api.get(`${path}?limit=50&cursor=${first.pagination.next_cursor}`)).body;
    const keys = [...first.events, ...next.events].map((event) => keyOf(event.cursor_key));
    expect(texts(keys)).toEqual(texts((await walk('limit=50')).flat()).slice(0, 55));
  });

  it('200: cursor_key identifies the row of an event', async () => {
    const keys = (await walk('limit=50')).flat();
    expect(new Set(keys.map(({ kind }) => kind))).toEqual(
      new Set(['build_run', 'change', 'task', 'approval', 'deployment']),
    );
    for (const { at } of keys) expect(new Date(at).toISOString()).toBe(at);
  });

  it('200: contain every unchanged row once while others are added and edited', async () => {
    const before = (await walk('limit=50')).flat();
    const edited = await api.make.task(api.project, { updatedAt: new Date(base) });
    let page = 0;
    const keys = (
      await walk('limit=3', async () => {
        page += 1;
        const type = EVENT_TYPES[page % EVENT_TYPES.length]!;
        // Newer than every page, at the time of most rows, and older than all.
        for (const offset of [2 * MINUTE, 0, -page]) await makers[type](api.project, new Date(base + offset));
        if (page > 20) return;
        await api.database.prisma.task.update({ where: { id: edited.id }, data: { title: `Edit ${page}` } });
      })
    ).flat();
    const seen = texts(keys);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((text) => new Set(texts(before)).has(text))).toEqual(texts(before));
  });
});

const clock = testClock();
const app = composeApi(api.process, () => false, clock);
const { make } = api;
const HOUR = 60 * MINUTE;

let workspace: Awaited<ReturnType<typeof makeWorkspace>>;
beforeEach(async () => {
  workspace = await makeWorkspace(api);
});

/** Reads the workspace feed through an API whose clock the test sets. */
async function read(query = '') {
  const { status, body } = await supertest(app)
    .get(`/api/v1/workspace/events?${query}`)
    .set('Authorization', `Bearer ${workspace.token}`);
  expect([query, status, body.error]).toEqual([query, 200, undefined]);
  return body;
}

/** The times of the events since a time, newest first. */
async function timesSince(since: string): Promise<string[]> {
  return (await read(`since=${since}`)).events.map((event: WorkspaceEvent) => event.timestamp.slice(11, 16));
}

async function makeTasksAt(times: readonly string[]) {
  for (const time of times) await makers['task.state_changed'](workspace.project, new Date(time));
}

describe('since without an offset', () => {
  it('is US Eastern time, and means the earlier of two equal times when clocks go back', async () => {
    clock.set('2026-11-10T00:00:00Z');
    const day = '2026-11-01T';
    await makeTasksAt(['04:45', '05:15', '05:45', '06:15', '06:45', '07:15'].map((time) => `${day}${time}:00Z`));
    expect(await timesSince(`${day}00:50:00`)).toEqual(['07:15', '06:45', '06:15', '05:45', '05:15']);
    expect(await timesSince(`${day}01:30:00`)).toEqual(['07:15', '06:45', '06:15', '05:45']);
    expect(await timesSince(`${day}01:30:00-05:00`)).toEqual(['07:15', '06:45']);
    expect(await timesSince(`${day}02:00:00`)).toEqual(['07:15']);
  });

  it('is US Eastern time, and a time skipped by the clock change moves past the gap', async () => {
    clock.set('2026-03-20T00:00:00Z');
    const day = '2026-03-08T';
    await makeTasksAt(['06:45', '07:15', '07:45', '08:15'].map((time) => `${day}${time}:00Z`));
    expect(await timesSince(`${day}01:30`)).toEqual(['08:15', '07:45', '07:15', '06:45']);
    expect(await timesSince(`${day}02:30`)).toEqual(['08:15', '07:45']);
    expect(await timesSince(`${day}03:30`)).toEqual(['08:15', '07:45']);
    expect(await timesSince(`${day}03:30Z`)).toEqual(['08:15', '07:45', '07:15', '06:45']);
  });

  it('is read in the account’s time zone, if it has one', async () => {
    clock.set('2026-11-10T00:00:00Z');
    const { accountId } = workspace;
    await api.database.prisma.account.update({ where: { id: accountId }, data: { timezone: 'Europe/Berlin' } });
    await makeTasksAt(['2026-11-09T09:30:00Z', '2026-11-09T10:30:00Z']);
    expect(await timesSince('2026-11-09T11:00:00')).toEqual(['10:30']);
  });
});

describe('the period that pages cover', () => {
  it('starts where the first page started, however late the next page is requested', async () => {
    clock.set('2026-11-10T00:00:00Z');
    await makeTasksAt(['2026-11-09T23:00:00Z', '2026-11-03T00:00:30Z']);
    const first = await read('limit=1');
    clock.advance(HOUR);
    const next = await read(`limit=1&cursor=${first.pagination.next_cursor}`);
    expect(next.events.map((event: WorkspaceEvent) => event.timestamp)).toEqual(['2026-11-03T00:00:30.000Z']);
    expect((await read()).events).toHaveLength(1);
  });
});

describe('the rollup', () => {
  // Rows are counted while they are written only if they are recent by the database's clock.
  const now = new Date();
  const ago = (ms: number) => new Date(now.getTime() - ms);

  it('counts exactly the rows of the last 24 hours and the open tasks', async () => {
    clock.set(now);
    const { accountId, project } = workspace;
    const paused = await make.project(accountId, { pausedAt: ago(HOUR) });
    const archived = await make.project(accountId, { archivedAt: ago(HOUR) });
    const inside = [0, HOUR, 24 * HOUR - 1];
    const outside = [-1, 24 * HOUR, 30 * 24 * HOUR];
    for (const ms of [...inside, ...outside]) {
      await make.change(project, { timestamp: ago(ms) });
      await make.buildRun(paused, { status: 'completed', finishedAt: ago(ms) });
      await make.buildRun(project, { status: 'passed_pending_approval', finishedAt: ago(ms) });
      await make.buildRun(project, { status: 'failed', finishedAt: ago(ms) });
    }
    await make.change(archived, { timestamp: ago(HOUR) });
    await make.change(project, { timestamp: ago(HOUR), orphanedAt: ago(HOUR) });
    for (const status of ['queued', 'building', 'cancelled'])
      await make.buildRun(project, { status, finishedAt: ago(1) });
    for (const state of ['to_do', 'in_progress', 'blocked', 'completed', 'completed']) {
      await make.task(project, { state, updatedAt: ago(300 * 24 * HOUR) });
    }
    const rival = await makeWorkspace(api);
    await make.change(rival.project, { timestamp: ago(HOUR) });
    expect((await read()).rollup).toEqual({
      changes_24h: 4,
      builds_passed_24h: 6,
      builds_failed_24h: 3,
      open_tasks: 3,
      total_projects: 3,
      active_projects: 1,
    });
  });

  it('counts only projects if nothing happened', async () => {
    expect((await read()).rollup).toEqual({
      changes_24h: 0,
      builds_passed_24h: 0,
      builds_failed_24h: 0,
      open_tasks: 0,
      total_projects: 1,
      active_projects: 1,
    });
  });

  it('is part of the first unfiltered page, and null on every other page', async () => {
    clock.set(now);
    await makeTasksAt([ago(2 * HOUR).toISOString(), ago(HOUR).toISOString()]);
    const { pagination } = await read('limit=1');
    const shown = ['', 'limit=1', 'days_back=30', `account_id=${workspace.accountId}`];
    const hidden = [
      `limit=1&cursor=${pagination.next_cursor}`,
      `since=${ago(3 * HOUR).toISOString()}`,
      'event_type=task.*',
      'event_types[]=task.*',
      `project_id=${workspace.project.id}`,
    ];
    for (const query of shown)
      expect([query, await read(query)]).toMatchObject([query, { rollup: { open_tasks: 2 } }]);
    for (const query of hidden) expect([query, (await read(query)).rollup]).toEqual([query, null]);
  });
});
