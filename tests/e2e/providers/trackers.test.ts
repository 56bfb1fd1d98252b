import { describe, expect, it } from '@jest/globals';
import { createTask } from '@slipway/contracts';
import { moves, type TrackerLife, trackers } from './lives/trackers.js';
import { only } from './reads.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();

async function tracked(life: TrackerLife) {
  const project = await studio.project();
  await project.integrate('monday', { account_slug: 'tidewright' });
  const { provider, uid } = life;
  const { userId } = await studio.service.make.member(project, { uids: [{ provider, uid }] });
  return { project, userId };
}

describe.each(trackers)('an item of $provider', (life) => {
  const { provider, key, url, title, states } = life;
  const [openState, closedState] = states;

  it('is a reference that follows it until it is gone, and never a task', async () => {
    const { project, userId } = await tracked(life);
    await project.deliver(life.created);
    const reference = only(await project.references());
    expect(reference).toEqual({
      id: expect.any(Number),
      provider,
      key,
      title: title.first,
      state: openState,
      url,
      assignee_user_id: null,
      updated_at: expect.stringMatching(/^\d{4}-/),
      change_ids: [],
      task_ids: [],
    });
    const known = { ...reference, title: title.last, updated_at: expect.any(String) };
    await project.deliver(life.assigned);
    expect(await project.references()).toEqual([{ ...known, assignee_user_id: userId }]);
    await project.deliver(life.closed);
    expect(await project.references()).toEqual([{ ...known, assignee_user_id: userId, state: closedState }]);
    expect(await project.feed()).toEqual([]);
    await project.deliver(life.deleted);
    expect(await project.references()).toEqual([]);
  });

  it.each(['before', 'after'])('is linked with the changes and tasks that name it, told %s them', async (when) => {
    const { project } = await tracked(life);
    if (when === 'before') await project.deliver(life.created);
    const task = await project.client.call(createTask, {
      params: { project_id: project.id },
      body: { title: 'Look into it', description: life.named },
    });
    const body = { changelist: 731, user: 'asousa', description: life.named, timestamp: time(2) };
    await project.deliver({ endpoint: 'perforce', body });
    if (when === 'after') await project.deliver(life.created);
    const change = await project.changeNamed('731');
    const { change_ids, task_ids, ...linked } = only(await project.references());
    expect([change_ids, task_ids]).toEqual([[change.id], [task.id]]);
    expect(change.references).toEqual([linked]);
    expect((await project.task(task.id)).references).toEqual([linked]);
  });
});

describe.each(moves)('an item of $provider that is moved', ({ before, after, keys }) => {
  it.each([
    ['in order', [before, after]],
    ['out of order', [after, before]],
    ['told of after the move alone', [after]],
  ])('is linked with what names it by either key, %s', async (_order, told) => {
    const project = await studio.project();
    for (const [index, key] of keys.entries()) {
      const body = { changelist: 801 + index, user: 'asousa', description: `Fix ${key}`, timestamp: time(index) };
      await project.deliver({ endpoint: 'perforce', body });
    }
    for (const webhook of told) await project.deliver(webhook);
    const reference = only(await project.references());
    const changes = await Promise.all(['802', '801'].map((number) => project.changeNamed(number)));
    expect(reference).toMatchObject({ key: keys[1], change_ids: changes.map(({ id }) => id) });
    for (const { references } of changes) expect(references.map(({ key }) => key)).toEqual([keys[1]]);
  });
});
