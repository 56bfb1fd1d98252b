import { describe, expect, it } from '@jest/globals';
import { listed, one, two } from './commits.js';
import { only } from './reads.js';
import { rewrite } from './stories/github.js';
import { commit, github, NO_COMMIT, push, sha } from './stories/github-payloads.js';
import { trackers } from './stories/trackers.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();

describe('a forced push', () => {
  it('hides the commits it removed, and shows them on request', async () => {
    const project = await studio.project();
    await project.deliver(rewrite.created, rewrite.grown);
    expect(await listed(project)).toEqual(['third', 'second', 'first']);
    await project.deliver(rewrite.forced);
    expect(await listed(project)).toEqual(['rewritten', 'first']);
    expect(await listed(project, { orphaned: true })).toEqual(['rewritten', 'third', 'second', 'first']);
    expect(await project.changeNamed(sha('third'))).toMatchObject({ orphaned_at: time(7) });
  });

  it('back to an earlier commit orphans the later commits', async () => {
    const project = await studio.project();
    await project.deliver(rewrite.created, rewrite.grown);
    const [back, from] = [commit('second', { minutes: 2, modified: ['README.md'] }), sha('third')];
    await project.deliver(
      push({ before: from, after: back.id, commits: [], head: back, forced: true, minutes: 7 }),
    );
    expect(await listed(project)).toEqual(['second', 'first']);
  });

  it('does not orphan commits of another branch, or commits that are pushed again', async () => {
    const project = await studio.project();
    await project.deliver(rewrite.created, rewrite.grown);
    const second = commit('second', { minutes: 2, modified: ['README.md'] });
    const kept = push({ ref: 'refs/heads/kept', before: NO_COMMIT, after: second.id, head: second, minutes: 5 });
    await project.deliver(kept, rewrite.forced);
    expect(await listed(project)).toEqual(['rewritten', 'second', 'first']);
    const third = commit('third', { minutes: 3, added: ['Source/Tide.cpp'] });
    await project.deliver(push({ before: sha('rewritten'), after: third.id, commits: [third], minutes: 9 }));
    expect(await listed(project)).toEqual(['rewritten', 'third', 'second', 'first']);
  });

  it('does not orphan commits of a branch that was created without new commits, in either order', async () => {
    const rewritten = commit('rewritten', { minutes: 6 });
    const pushes = [
      push({ before: NO_COMMIT, after: two.id, commits: [one, two], minutes: 3 }),
      push({ ref: 'refs/heads/backup', before: NO_COMMIT, after: two.id, commits: [], head: two, minutes: 4 }),
      push({ before: two.id, after: rewritten.id, commits: [rewritten], forced: true, minutes: 6 }),
    ];
    for (const order of [pushes, pushes.toReversed()]) {
      const project = await studio.project();
      for (const webhook of order) await project.deliver(webhook);
      expect(await listed(project)).toEqual(['rewritten', 'two', 'one']);
    }
  });

  it.each([
    ['a tag', two.id],
    ['an annotated tag, which has an id of its own,', sha('tag')],
  ])('does not orphan commits of %s, in either order', async (_, after) => {
    const pushes = [
      push({ before: NO_COMMIT, after: two.id, commits: [one, two], minutes: 3 }),
      push({ ref: 'refs/tags/v1.0', before: NO_COMMIT, after, commits: [], head: two, minutes: 4 }),
      push({ before: two.id, after: one.id, commits: [], head: one, forced: true, minutes: 6 }),
    ];
    for (const order of [pushes, pushes.toReversed()]) {
      const project = await studio.project();
      for (const webhook of order) await project.deliver(webhook);
      expect(await listed(project)).toEqual(['two', 'one']);
    }
  });

  it('is undone by a tag on the removed commit', async () => {
    const project = await studio.project();
    await project.deliver(push({ before: NO_COMMIT, after: two.id, commits: [one, two], minutes: 3 }));
    await project.deliver(
      push({ before: two.id, after: one.id, commits: [], head: one, forced: true, minutes: 6 }),
    );
    expect(await listed(project)).toEqual(['one']);
    await project.deliver(
      push({ ref: 'refs/tags/v1.0', before: NO_COMMIT, after: sha('tag'), commits: [], head: two, minutes: 7 }),
    );
    expect(await listed(project)).toEqual(['two', 'one']);
    expect(await project.changeNamed(two.id)).toMatchObject({ orphaned_at: null });
  });

  it('orphans all removed commits even if the branch pointed to them again in between', async () => {
    const [three, four] = [commit('three', { minutes: 3 }), commit('four', { minutes: 6 })];
    const pushes = [
      push({ before: NO_COMMIT, after: two.id, commits: [one, two], minutes: 2 }),
      push({ before: two.id, after: three.id, commits: [three], minutes: 3 }),
      push({ before: three.id, after: two.id, commits: [], head: two, forced: true, minutes: 4 }),
      push({ before: two.id, after: four.id, commits: [four], forced: true, minutes: 6 }),
    ];
    for (const order of [pushes, pushes.toReversed()]) {
      const project = await studio.project();
      for (const webhook of order) await project.deliver(webhook);
      expect(await listed(project)).toEqual(['four']);
      expect(await project.changeNamed(one.id)).toMatchObject({ orphaned_at: time(6) });
    }
  });

  it('to a branch named after an item links only commits created on it, whatever is merged', async () => {
    const project = await studio.project();
    const named = { ref: 'refs/heads/zoe/tid-31-fix-gulls' };
    const known = (made: typeof one) => ({ ...made, distinct: false });
    const made = commit('made', { minutes: 3 });
    const merge = commit('Merge main', { minutes: 4 });
    await project.deliver(
      push({ before: NO_COMMIT, after: one.id, commits: [one], minutes: 1 }),
      push({ ...named, before: NO_COMMIT, after: made.id, commits: [made], minutes: 3 }),
      push({ before: one.id, after: two.id, commits: [two], minutes: 3 }),
      push({ ...named, before: made.id, after: merge.id, commits: [known(two), merge], minutes: 4 }),
      push({ before: two.id, after: merge.id, commits: [known(made), known(merge)], minutes: 5 }),
    );
    for (const { provider, created } of trackers) if (provider === 'linear') await project.deliver(created);
    const changes = [await project.changeNamed(made.id), await project.changeNamed(merge.id)];
    const { change_ids: linked } = only(await project.references());
    expect(linked.toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
  });

  it.each(['create', 'delete'])('comes with a %s event that adds nothing', async (event) => {
    const project = await studio.project();
    const named = {
      ref: 'tide',
      ref_type: 'branch',
      master_branch: 'main',
      description: null,
      pusher_type: 'user',
    };
    const { deliveryId } = await project.send(github(event, named));
    expect(await project.settled(deliveryId)).toBe('ignored');
    expect(await project.changes()).toEqual([]);
  });
});
