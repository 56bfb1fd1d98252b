import { describe, expect, it } from '@jest/globals';
import { createTask } from '@slipway/contracts';
import { only } from './reads.js';
import { moves, type TrackerStory, trackers } from './stories/trackers.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();

async function tracked(story: TrackerStory) {
  const project = await studio.project();
  await project.integrate('monday', { account_slug: 'tidewright' });
  const { provider, uid } = story;
  const { userId } = await studio.service.make.member(project, { uids: [{ provider, uid }] });
  return { project, userId };
}

describe.each(trackers)('an item of $provider', (story) => {
  const { provider, key, url, title, states } = story;
  const [openState, closedState] = states;

  it('is a tracker item, updated until it is removed, and never a task', async () => {
    const { project, userId } = await tracked(story);
    await project.deliver(story.created);
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
    await project.deliver(story.assigned);
    expect(await project.references()).toEqual([{ ...known, assignee_user_id: userId }]);
    await project.deliver(story.closed);
    expect(await project.references()).toEqual([{ ...known, assignee_user_id: userId, state: closedState }]);
    expect(await project.feed()).toEqual([]);
    await project.deliver(story.deleted);
    expect(await project.references()).toEqual([]);
  });

  it.each(['before', 'after'])(
    'is linked to the changes and tasks that mention it when reported %s them',
    async (when) => {
      const { project } = await tracked(story);
      if (when === 'before') await project.deliver(story.created);
      const task = await project.client.call(createTask, {
        params: { project_id: project.id },
        body: { title: 'Look into it', description: story.named },
      });
      const body = { changelist: 731, user: 'asousa', description: story.named, timestamp: time(2) };
      await project.deliver({ endpoint: 'perforce', body });
      if (when === 'after') await project.deliver(story.created);
      const change = await project.changeNamed('731');
      const { change_ids, task_ids, ...linked } = only(await project.references());
      expect([change_ids, task_ids]).toEqual([[change.id], [task.id]]);
      expect(change.references).toEqual([linked]);
      expect((await project.task(task.id)).references).toEqual([linked]);
    },
  );
});

describe.each(moves)('a moved item of $provider', ({ before, after, keys }) => {
  it.each([
    ['in order', [before, after]],
    ['out of order', [after, before]],
    ['reported only after the move', [after]],
  ])('is linked to texts that mention either key, %s', async (_order, webhooks) => {
    const project = await studio.project();
    for (const [index, key] of keys.entries()) {
      const body = { changelist: 801 + index, user: 'asousa', description: `Fix ${key}`, timestamp: time(index) };
      await project.deliver({ endpoint: 'perforce', body });
    }
    for (const webhook of webhooks) await project.deliver(webhook);
    const reference = only(await project.references());
    const changes = await Promise.all(['802', '801'].map((number) => project.changeNamed(number)));
    expect(reference).toMatchObject({ key: keys[1], change_ids: changes.map(({ id }) => id) });
    for (const { references } of changes) expect(references.map(({ key }) => key)).toEqual([keys[1]]);
  });
});
