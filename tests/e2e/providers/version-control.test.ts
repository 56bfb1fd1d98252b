import { describe, expect, it } from '@jest/globals';
import { only } from './reads.js';
import { created } from './stories/diversion.js';
import { NEXT_REVISION, pushed, REVISION } from './stories/lore.js';
import { submitted } from './stories/perforce.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();
const someTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const none = { pending: 0, approved: 0, denied: 0, ignored: 0 };

describe('a submitted changelist', () => {
  it('becomes a change at once, with author, text and files if reported', async () => {
    const project = await studio.project();
    await project.deliver(submitted.bare);
    const bare = only(await project.changes());
    expect(bare).toEqual({
      id: expect.any(Number),
      identifier: '48213',
      display_identifier: 'CL 48213',
      source_type: 'Changelist',
      author: '',
      description: '',
      timestamp: time(0),
      orphaned_at: null,
      created_at: someTime,
      updated_at: someTime,
      file_count: null,
      approval_count: 0,
    });
    expect(await project.change(bare.id)).toMatchObject({ files: [], files_available: true });

    await project.deliver(submitted.described);
    expect(await project.change(bare.id)).toEqual({
      ...bare,
      author: 'asousa',
      description: 'UND-201: New hull for the ferry\n\nAsked for by producer',
      updated_at: someTime,
      file_count: 4,
      files: [
        { path: '//undertow/main/Content/Props/SM_Ferry.fbx', action: 'move' },
        { path: '//undertow/main/Content/Props/SM_Old.fbx', action: 'delete' },
        { path: '//undertow/main/Content/Props/T_Hull.png', action: 'add' },
        { path: '//undertow/main/Source/Ferry.cpp', action: 'edit' },
      ],
      files_available: true,
      approvals: none,
      build_runs: [],
      build_runs_truncated: false,
      latest_build: null,
      task_ids: [],
      references: [],
    });
  });

  it('creates assets and a pending approval for its content, and the decision is in the feed', async () => {
    const project = await studio.project({ approves: ['texture'] });
    await studio.service.make.member(project, { uids: [{ provider: 'perforce', uid: 'asousa' }] });
    await project.deliver(submitted.described);
    const assets = await project.assets();
    const summary = assets.map(({ name, asset_type, approval_status, version }) => [
      name,
      asset_type,
      approval_status,
      version,
    ]);
    // By its extension, the source file is a script; a deleted file is not an asset.
    expect(summary.toSorted()).toEqual([
      ['Ferry.cpp', 'script', 'none', 1],
      ['SM_Ferry.fbx', 'model', 'none', 1],
      ['T_Hull.png', 'texture', 'pending', 1],
    ]);
    const hull = assets.find(({ asset_type }) => asset_type === 'texture');
    const approval = only(await project.approvals());
    expect(approval).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      asset_id: hull?.id,
      asset_name: 'T_Hull.png',
      commit_sha: '48213',
      approval_stage: expect.any(String),
      approval_type: 'manual',
      status: 'pending',
      approver_user_id: null,
      comments: '',
      asset_version: 1,
      approved_at: null,
      denied_at: null,
      ignored_at: null,
      decided_at: null,
      created_at: someTime,
      updated_at: someTime,
    });
    const change = await project.changeNamed('48213');
    expect([change.approval_count, change.approvals]).toEqual([1, { ...none, pending: 1 }]);
    const types = async () => (await project.feed()).map(({ event_type }) => event_type).toSorted();
    expect(await types()).toEqual(['approval.requested', ...Array(3).fill('change.submitted')]);
    const [requested] = await project.feed();
    expect(requested).toMatchObject({
      event_type: 'approval.requested',
      actor: expect.stringMatching(/^user:[0-9]+$/),
      status: 'warn',
      timestamp: approval.created_at,
      target_ref: 'T_Hull.png',
      cursor_key: `${approval.created_at}|approval|${approval.id}`,
    });

    const comments = 'Good, tell ana.sousa@contract.example.com';
    await project.decide(approval.asset_id, { status: 'approved', comments });
    const decided = await project.approval(approval.id);
    expect(decided).toMatchObject({
      status: 'approved',
      approver_user_id: studio.userId,
      comments: 'Good, tell ana.sousa',
      approved_at: someTime,
      decided_at: decided.approved_at,
    });
    expect(await project.asset(approval.asset_id)).toMatchObject({
      approval_status: 'approved',
      approvals_history: [{ id: approval.id, status: 'approved', approver_user_id: studio.userId }],
    });
    expect(await types()).toEqual(['approval.granted', ...Array(3).fill('change.submitted')]);
    expect((await project.feed())[0]).toMatchObject({ actor: `user:${studio.userId}`, status: 'ok' });
  });
});

describe('a Lore revision', () => {
  it('is identified by its hash and shown by its number; a later relay completes it', async () => {
    const project = await studio.project();
    const task = await studio.service.make.task(project);
    const { notified, relayed, next } = pushed;
    await project.deliver(notified);
    expect(only(await project.changes())).toMatchObject({
      identifier: REVISION,
      display_identifier: 'r7',
      source_type: 'AssetCommit',
      author: 'mira',
      file_count: null,
    });
    const message = relayed.body.message.replace('{task}', String(task.id));
    await project.deliver({ ...relayed, body: { ...relayed.body, message } }, next);
    const change = await project.changeNamed(REVISION);
    expect(change).toMatchObject({
      display_identifier: 'r7',
      author: 'Mira Okafor',
      description: `Relight the harbor, see task-${task.id}`,
      timestamp: time(5),
      file_count: 2,
      files: [
        { path: 'Content/Lights/M_Lamp.uasset', action: 'add' },
        { path: 'Content/Maps/L_Harbor.umap', action: 'edit' },
      ],
      files_available: true,
      task_ids: [task.id],
    });
    expect((await project.task(task.id)).links.changes).toEqual([
      { id: change.id, identifier: REVISION, source_type: 'AssetCommit', display_identifier: 'r7' },
    ]);
    expect((await project.changes()).map(({ identifier }) => identifier)).toEqual([NEXT_REVISION, REVISION]);
    const events = (await project.feed()).filter(({ event_type }) => event_type === 'change.submitted');
    expect(events.map(({ message: text, timestamp, actor }) => [text, timestamp, actor]).toSorted()).toEqual([
      ['L_Harbor.umap created in r7', time(5), 'Mira Okafor'],
      ['M_Lamp.uasset created in r7', time(5), 'Mira Okafor'],
    ]);
  });
});

describe('a Diversion commit', () => {
  it('is a change in its repository, with files and without email addresses', async () => {
    const project = await studio.project();
    const { userId } = await studio.service.make.member(project, {
      uids: [{ provider: 'diversion', uid: 'u-31' }],
    });
    await project.deliver(created.first, created.elsewhere);
    const [elsewhere, first] = await project.changes();
    expect([elsewhere?.identifier, first?.identifier]).toEqual(['dv.commit.46', 'dv.commit.46']);
    expect(await project.change(first?.id ?? 0)).toMatchObject({
      display_identifier: 'dv.commit.46',
      source_type: 'AssetCommit',
      author: 'Mira Okafor',
      description: 'Seams of the eel fixed, mail eel',
      timestamp: time(2),
      file_count: 3,
      files: [
        { path: 'Art/Creatures/SK_Eel.fbx', action: 'move' },
        { path: 'Art/Creatures/T_Eel.png', action: 'edit' },
        { path: 'Art/Creatures/T_EelOld.png', action: 'delete' },
      ],
    });
    expect(await project.change(elsewhere?.id ?? 0)).toMatchObject({
      description: 'Another place',
      file_count: null,
      files: [],
      files_available: true,
    });
    const events = await project.feed();
    expect(events.map(({ target_ref, actor, status }) => [target_ref, actor, status])).toEqual(
      Array(2).fill(['dv.commit.46', `user:${userId}`, 'info']),
    );
  });
});
