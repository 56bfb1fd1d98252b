import { beforeEach, describe, expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import type { WorkspaceEvent } from '@slipway/contracts';
import { testClock } from '@slipway/testing';
import supertest from 'supertest';
import { startApi } from './api.js';
import { eventMakers, makeWorkspace } from './feed-rows.js';

const api = await startApi();
const clock = testClock();
const app = composeApi(api.process, () => false, clock);
const { make } = api;
const makers = eventMakers(api);
const HOUR = 3_600_000;

let workspace: Awaited<ReturnType<typeof makeWorkspace>>;
beforeEach(async () => {
  workspace = await makeWorkspace(api);
});

async function get(query = '') {
  const { status, body } = await supertest(app)
    .get(`/api/v1/workspace/events?${query}`)
    .set('Authorization', `Bearer ${workspace.token}`);
  expect([query, status, body.error]).toEqual([query, 200, undefined]);
  return body;
}

/** The times of the events since a moment, newest first. */
async function timesSince(since: string): Promise<string[]> {
  return (await get(`since=${since}`)).events.map((event: WorkspaceEvent) => event.timestamp.slice(11, 16));
}

async function makeTasksAt(times: readonly string[]) {
  for (const time of times) await makers['task.state_changed'](workspace.project, new Date(time));
}

describe('since without an offset', () => {
  it('is Eastern time: in the hour that comes twice, its first', async () => {
    clock.set('2026-11-10T00:00:00Z');
    const day = '2026-11-01T';
    await makeTasksAt(['04:45', '05:15', '05:45', '06:15', '06:45', '07:15'].map((time) => `${day}${time}:00Z`));
    expect(await timesSince(`${day}00:50:00`)).toEqual(['07:15', '06:45', '06:15', '05:45', '05:15']);
    expect(await timesSince(`${day}01:30:00`)).toEqual(['07:15', '06:45', '06:15', '05:45']);
    expect(await timesSince(`${day}01:30:00-05:00`)).toEqual(['07:15', '06:45']);
    expect(await timesSince(`${day}02:00:00`)).toEqual(['07:15']);
  });

  it('is Eastern time: in the hour that never comes, as far behind the gap', async () => {
    clock.set('2026-03-20T00:00:00Z');
    const day = '2026-03-08T';
    await makeTasksAt(['06:45', '07:15', '07:45', '08:15'].map((time) => `${day}${time}:00Z`));
    expect(await timesSince(`${day}01:30`)).toEqual(['08:15', '07:45', '07:15', '06:45']);
    expect(await timesSince(`${day}02:30`)).toEqual(['08:15', '07:45']);
    expect(await timesSince(`${day}03:30`)).toEqual(['08:15', '07:45']);
    expect(await timesSince(`${day}03:30Z`)).toEqual(['08:15', '07:45', '07:15', '06:45']);
  });

  it("follows the account's own zone", async () => {
    clock.set('2026-11-10T00:00:00Z');
    const { accountId } = workspace;
    await api.database.prisma.account.update({ where: { id: accountId }, data: { timezone: 'Europe/Berlin' } });
    await makeTasksAt(['2026-11-09T09:30:00Z', '2026-11-09T10:30:00Z']);
    expect(await timesSince('2026-11-09T11:00:00')).toEqual(['10:30']);
  });
});

describe('the window of a walk', () => {
  it('stays where its first page began, however late the next page is asked for', async () => {
    clock.set('2026-11-10T00:00:00Z');
    await makeTasksAt(['2026-11-09T23:00:00Z', '2026-11-03T00:00:30Z']);
    const first = await get('limit=1');
    clock.advance(HOUR);
    const next = await get(`limit=1&cursor=${first.pagination.next_cursor}`);
    expect(next.events.map((event: WorkspaceEvent) => event.timestamp)).toEqual(['2026-11-03T00:00:30.000Z']);
    expect((await get()).events).toHaveLength(1);
  });
});

describe('the rollup', () => {
  const now = new Date('2026-11-10T00:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);

  it('counts exactly what is of the last 24 hours and what is open', async () => {
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
    expect((await get()).rollup).toEqual({
      changes_24h: 4,
      builds_passed_24h: 6,
      builds_failed_24h: 3,
      open_tasks: 3,
      total_projects: 3,
      active_projects: 1,
    });
  });

  it('is all zeros but for the projects where nothing happened', async () => {
    expect((await get()).rollup).toEqual({
      changes_24h: 0,
      builds_passed_24h: 0,
      builds_failed_24h: 0,
      open_tasks: 0,
      total_projects: 1,
      active_projects: 1,
    });
  });

  it('is on the first unfiltered page alone, and null on every other', async () => {
    clock.set(now);
    await makeTasksAt([ago(2 * HOUR).toISOString(), ago(HOUR).toISOString()]);
    const { pagination } = await get('limit=1');
    const shown = ['', 'limit=1', 'days_back=30', `account_id=${workspace.accountId}`];
    const hidden = [
      `limit=1&cursor=${pagination.next_cursor}`,
      `since=${ago(3 * HOUR).toISOString()}`,
      'event_type=task.*',
      'event_types[]=task.*',
      `project_id=${workspace.project.id}`,
    ];
    for (const query of shown)
      expect([query, await get(query)]).toMatchObject([query, { rollup: { open_tasks: 2 } }]);
    for (const query of hidden) expect([query, (await get(query)).rollup]).toEqual([query, null]);
  });
});
