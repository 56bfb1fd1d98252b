import { beforeAll, describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, database, accountId, project, owner, outsider } = await serveConsole();
const path = `/accounts/${accountId}/feed`;

const feed = async (query = '') => (await owner.browser.call('GET', `${path}?${query}`)).body;

beforeAll(async () => {
  for (let count = 0; count < 6; count += 1) {
    const at = new Date(Date.now() - count * 60_000);
    const assignee = count === 5 ? { userId: owner.id } : { assigneeHandle: 'triage-agent' };
    await make.task(project, { createdAt: at, updatedAt: at, ...assignee });
  }
});

describe('GET /console/api/accounts/:account_id/feed', () => {
  it('names people and agents', async () => {
    const { name } = await database.prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    const { events } = await feed();
    expect(events).toHaveLength(6);
    expect(events[0]).toMatchObject({ actor: 'handle:triage-agent', actor_name: '@triage-agent' });
    expect(events[5]).toMatchObject({ actor: `user:${owner.id}`, actor_name: name });
  });

  it('pages through every event once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { events, pagination } = await feed(`limit=4${cursor}`);
      seen.push(...events.map(({ cursor_key: key }: { cursor_key: string }) => key));
      cursor = pagination.next_cursor === null ? '' : `&cursor=${pagination.next_cursor}`;
    } while (cursor !== '');
    expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
  });

  it('caps the page size at 200', async () => {
    const { events, pagination } = await feed('limit=1000');
    expect([events.length, pagination.limit]).toEqual([6, 200]);
  });

  it('finds the events of an actor among those of others', async () => {
    const { events, pagination } = await feed(`limit=2&actor=user:${owner.id}`);
    expect(events).toMatchObject([{ actor: `user:${owner.id}` }]);
    expect(pagination.has_more).toBe(false);
    const none = await feed('actor=user:999999');
    expect(none.events).toEqual([]);
  });

  it('filters by type and project', async () => {
    expect((await feed('event_types=build_run.*')).events).toEqual([]);
    expect((await feed(`project_id=${project.id}&event_types=task.state_changed`)).events).toHaveLength(6);
  });

  it('404: for a project of another account, and for a user outside the account', async () => {
    const foreign = await make.project((await make.studio()).accountId);
    expect((await owner.browser.call('GET', `${path}?project_id=${foreign.id}`)).status).toBe(404);
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });

  it('403: on a plan below Team', async () => {
    await database.prisma.account.update({ where: { id: accountId }, data: { plan: 'indie' } });
    const { status, body } = await owner.browser.call('GET', path);
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'plan_required' });
    await database.prisma.account.update({ where: { id: accountId }, data: { plan: 'team' } });
  });
});
