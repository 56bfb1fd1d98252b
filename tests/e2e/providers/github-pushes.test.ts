import { describe, expect, it } from '@jest/globals';
import { listed, one, two } from './commits.js';
import { only } from './reads.js';
import { commit, NO_COMMIT, push, sha } from './stories/github-payloads.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();

describe('a push', () => {
  it('creates one change per commit, with its files', async () => {
    const project = await studio.project();
    const task = await studio.service.make.task(project);
    const named = commit('named', {
      message: `Fix the tide, task-${task.id}\n\nCo-authored-by: Ana Sousa <ana.sousa@contract.example.com>`,
      minutes: 3,
      added: ['Content/UI/T_Logo.png'],
      removed: ['Content/UI/T_OldLogo.png'],
      modified: ['Source/Tide.cpp'],
    });
    await project.deliver(push({ before: one.id, after: named.id, commits: [two, named] }));
    expect((await project.changes()).map(({ identifier }) => identifier)).toEqual([named.id, two.id]);
    const change = await project.changeNamed(named.id);
    expect(change).toEqual({
      id: expect.any(Number),
      identifier: named.id,
      display_identifier: named.id.slice(0, 8),
      source_type: 'GitCommit',
      author: 'Mira Okafor',
      description: `Fix the tide, task-${task.id}\n\nCo-authored-by: Ana Sousa <ana.sousa>`,
      timestamp: time(3),
      orphaned_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      file_count: 3,
      approval_count: 0,
      files: [
        { path: 'Content/UI/T_Logo.png', action: 'add' },
        { path: 'Content/UI/T_OldLogo.png', action: 'delete' },
        { path: 'Source/Tide.cpp', action: 'edit' },
      ],
      files_available: true,
      approvals: { pending: 0, approved: 0, denied: 0, ignored: 0 },
      build_runs: [],
      build_runs_truncated: false,
      latest_build: null,
      task_ids: [task.id],
      references: [],
    });
  });

  it('is also accepted as a form, GitHub’s other content type', async () => {
    const project = await studio.project();
    await project.deliver({ ...push({ before: one.id, after: two.id, commits: [two] }), form: 'payload' });
    expect(await listed(project)).toEqual(['two']);
  });

  it('creates no second change when it is delivered again', async () => {
    const project = await studio.project();
    const webhook = push({ before: NO_COMMIT, after: two.id, commits: [one, two] });
    const first = await project.send(webhook);
    await project.settled(first.deliveryId);
    expect(await project.send(webhook)).toEqual({ ...first, outcome: 'duplicate' });
    expect(await listed(project)).toEqual(['two', 'one']);
  });

  it('creating a branch without new commits reports the commit it points to', async () => {
    const project = await studio.project();
    await project.deliver(
      push({ ref: 'refs/heads/tide', before: NO_COMMIT, after: two.id, commits: [], head: two }),
    );
    expect(await project.changeNamed(two.id)).toMatchObject({
      orphaned_at: null,
      file_count: 1,
      files: [{ path: 'README.md', action: 'edit' }],
    });
  });

  it('deleting a branch orphans no change', async () => {
    const project = await studio.project();
    const ref = 'refs/heads/tide';
    await project.deliver(push({ ref, before: NO_COMMIT, after: two.id, commits: [one, two] }));
    const before = await project.changes();
    await project.deliver(push({ ref, before: two.id, after: NO_COMMIT, minutes: 9 }));
    expect(await project.changes()).toEqual(before);
  });

  it('of a tag reports its commit, and deleting the tag orphans no change', async () => {
    const project = await studio.project();
    const tagged = push({ ref: 'refs/tags/v0.9.4', before: NO_COMMIT, after: sha('tag'), commits: [], head: one });
    await project.deliver(tagged);
    const before = await project.changes();
    expect(before).toMatchObject([{ description: 'one', orphaned_at: null }]);
    await project.deliver(push({ ref: 'refs/tags/v0.9.4', before: sha('tag'), after: NO_COMMIT, minutes: 9 }));
    expect(await project.changes()).toEqual(before);
  });

  it('from the merge queue reports the test merge before the branch contains it', async () => {
    const project = await studio.project();
    const ref = `refs/heads/gh-readonly-queue/main/pr-12-${sha('base')}`;
    const trial = commit('Merge pull request #12', { minutes: 5, modified: ['README.md'] });
    await project.deliver(push({ ref, before: NO_COMMIT, after: trial.id, commits: [trial] }));
    await project.deliver(push({ before: sha('base'), after: trial.id, commits: [trial], minutes: 6 }));
    const { deliveryId } = await project.send(push({ ref, before: trial.id, after: NO_COMMIT, minutes: 7 }));
    expect(await project.settled(deliveryId)).toBe('ignored');
    expect(only(await project.changes())).toMatchObject({ identifier: trial.id, orphaned_at: null });
  });

  it('from the merge queue affects no asset before it lands, whichever is reported first', async () => {
    const ref = `refs/heads/gh-readonly-queue/main/pr-14-${sha('base')}`;
    const trial = commit('Merge pull request #14', { minutes: 5, added: ['Content/T_Sky.png'] });
    const tried = push({ ref, before: NO_COMMIT, after: trial.id, commits: [trial] });
    const landed = push({ before: sha('base'), after: trial.id, commits: [trial], minutes: 6 });
    const project = await studio.project();
    await project.deliver(tried);
    expect(await project.changeNamed(trial.id)).toMatchObject({ file_count: 1, files_available: true });
    expect([await project.assets(), await project.feed()]).toEqual([[], []]);
    await project.deliver(landed);
    const other = await studio.project();
    await other.deliver(landed, tried);
    for (const { assets } of [project, other])
      expect(await assets()).toMatchObject([{ name: 'T_Sky.png', version: 1 }]);
  });

  it('by an author without a GitHub account shows that author', async () => {
    const project = await studio.project();
    const uids = [{ provider: 'perforce', uid: 'Build@tidewright.example.com' }];
    const { userId } = await studio.service.make.member(project, { uids });
    const stranger = commit('stranger', {
      author: { name: 'build machine', email: 'build@tidewright.example.com' },
      added: ['Content/T_Sky.png'],
    });
    const bare = commit('bare', { minutes: 1, author: { name: 'ops@tidewright.example.com', email: '' } });
    await project.deliver(push({ before: one.id, after: bare.id, commits: [stranger, bare] }));
    expect((await project.changes()).map(({ author }) => author)).toEqual(['ops', 'build machine']);
    expect(only(await project.feed())).toMatchObject({ actor: `user:${userId}` });
  });

  it('renaming files reports a delete and an add, and an edit for a path in both lists', async () => {
    const project = await studio.project();
    const renamed = commit('renamed', {
      added: ['Content/Maps/L_Quay.umap', 'tools/run.sh'],
      removed: ['Content/Maps/L_Pier.umap', 'tools/run.sh'],
    });
    await project.deliver(push({ before: one.id, after: renamed.id, commits: [renamed] }));
    expect(await project.changeNamed(renamed.id)).toMatchObject({
      file_count: 3,
      files: [
        { path: 'Content/Maps/L_Pier.umap', action: 'delete' },
        { path: 'Content/Maps/L_Quay.umap', action: 'add' },
        { path: 'tools/run.sh', action: 'edit' },
      ],
    });
    expect((await project.assets()).map(({ name }) => name).toSorted()).toEqual(['L_Quay.umap', 'run.sh']);
  });

  it('of an empty commit creates a change with no files rather than unknown files', async () => {
    const project = await studio.project();
    const empty = commit('empty');
    const { added: _a, removed: _r, modified: _m, ...unknown } = commit('unknown', { minutes: 1 });
    const commits = [empty, unknown as typeof empty];
    await project.deliver(push({ before: one.id, after: sha('unknown'), commits }));
    expect(await project.changeNamed(empty.id)).toMatchObject({ file_count: 0, files: [], files_available: true });
    expect(await project.changeNamed(sha('unknown'))).toMatchObject({
      file_count: null,
      files: [],
      files_available: false,
    });
  });
});
