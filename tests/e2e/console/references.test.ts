import { beforeAll, describe, expect, it } from '@jest/globals';
import { canonicalKey } from '@slipway/domain';
import { serveConsole } from './served-console.js';

const { make, project, owner, outsider } = await serveConsole();
const path = `/projects/${project.id}/references`;

const search = async (query = '') => (await owner.browser.call('GET', `${path}?${query}`)).body.references;

beforeAll(async () => {
  const { key } = await make.reference(project, {
    title: 'Crash on load',
    state: 'Done',
    assigneeUserId: owner.id,
  });
  await make.reference(project, { provider: 'linear', title: 'Slow quay' });
  const task = await make.task(project, { title: `Fix ${key}` });
  const change = await make.change(project, { description: `${key}: fix the crash` });
  await make.mention(project, canonicalKey(key), { taskId: task.id });
  await make.mention(project, canonicalKey(key), { changeId: change.id });
});

describe('GET /console/api/projects/:project_id/references', () => {
  it('lists the changes and tasks that mention an item', async () => {
    expect(await search('q=crash')).toMatchObject([
      {
        title: 'Crash on load',
        change_count: 1,
        changes: [{ subject: expect.stringContaining('fix the crash') }],
        task_count: 1,
        tasks: [{ title: expect.stringContaining('Fix') }],
      },
    ]);
  });

  it('filters by tracker and state', async () => {
    expect(await search('provider=linear')).toMatchObject([{ title: 'Slow quay' }]);
    expect(await search('state=Done')).toMatchObject([{ title: 'Crash on load' }]);
  });

  it('lists and pages items in the order of their last update', async () => {
    const own = await make.project(project.accountId);
    const at = (second: number) => new Date(second * 1000);
    for (const [created, updated] of [
      [1, 9],
      [2, 7],
      [3, 8],
    ] as const)
      await make.reference(own, { title: `${updated}`, createdAt: at(created), updatedAt: at(updated) });
    const page = async (query: string) =>
      (await owner.browser.call('GET', `/projects/${own.id}/references?${query}`)).body;
    const titles = ({ references }: { references: { title: string }[] }) => references.map(({ title }) => title);
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${encodeURIComponent(first.pagination.next_cursor)}`);
    expect([titles(first), titles(second)]).toEqual([['9', '8'], ['7']]);
  });

  it('404: for a user outside the account', async () => {
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/reference-counts', () => {
  it('counts by tracker and state', async () => {
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/reference-counts`);
    expect(body.counts).toEqual([
      { provider: 'jira', state: 'Done', count: 1 },
      { provider: 'linear', state: 'To Do', count: 1 },
    ]);
  });
});
