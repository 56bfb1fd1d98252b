import { describe, expect, it } from '@jest/globals';
import { SOURCE_TYPES } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const { prisma } = api.database;
const base = `/v1/projects/${project.id}/changes`;

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** A project without other rows. */
async function startProject() {
  const own = await make.project(api.accountId);
  return { own, path: `/v1/projects/${own.id}/changes` };
}

describe('GET /v1/projects/:project_id/changes', () => {
  it('200: returns every field of a change, without addresses', async () => {
    const { own, path } = await startProject();
    const at = (hour: number) => new Date(`2026-11-03T${hour}:00:00.009Z`);
    const { id } = await make.change(own, {
      identifier: '9fceb02d0ae598e95dc970b74767f19372d61af8',
      displayIdentifier: '9fceb02d',
      sourceType: 'GitCommit',
      author: 'Ana Sousa <ana.sousa@studio.test>',
      authorUid: 'ana.sousa@studio.test',
      description: 'Fix the sail\n\nSigned-off-by: Ana <ana.sousa@studio.test>',
      timestamp: at(10),
      fileCount: 0,
      createdAt: at(11),
      updatedAt: at(12),
    });
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      changes: [
        {
          id,
          identifier: '9fceb02d0ae598e95dc970b74767f19372d61af8',
          display_identifier: '9fceb02d',
          source_type: 'GitCommit',
          author: 'Ana Sousa',
          description: 'Fix the sail\n\nSigned-off-by: Ana <ana.sousa>',
          timestamp: at(10).toISOString(),
          orphaned_at: null,
          created_at: at(11).toISOString(),
          updated_at: at(12).toISOString(),
          file_count: 0,
          approval_count: 0,
        },
      ],
      pagination: { limit: 20, has_more: false, next_cursor: null },
    });
  });

  it.each([
    ['ana@studio.test', 'ana'],
    ['<ana@studio.test>', 'ana'],
    ['Ana Sousa ana@studio.test', 'Ana Sousa'],
    ['ana@build-box@corp', 'ana'],
    ['Ana Sousa', 'Ana Sousa'],
    ['', ''],
  ])('200: shows the author %j as %j', async (author, shown) => {
    const { own, path } = await startProject();
    await make.change(own, { author });
    expect((await api.get(path)).body.changes[0].author).toBe(shown);
  });

  it('200: omits orphaned changes unless orphaned is true', async () => {
    const { own, path } = await startProject();
    const orphanedAt = new Date('2026-11-04T10:00:00Z');
    const [live, orphan] = [await make.change(own), await make.change(own, { orphanedAt })];
    for (const hidden of ['', '?orphaned=false', '?orphaned=0', '?orphaned=FALSE'])
      expect(idsOf((await api.get(path + hidden)).body.changes)).toEqual([live.id]);
    for (const value of ['true', 'TRUE', '1']) {
      const { changes } = (await api.get(`${path}?orphaned=${value}`)).body;
      expect(idsOf(changes)).toEqual([orphan.id, live.id]);
      expect(changes[0].orphaned_at).toBe(orphanedAt.toISOString());
    }
  });

  it('200: filters by identifier, source type and time of update', async () => {
    const { own, path } = await startProject();
    const made: { id: number }[] = [];
    for (const [n, sourceType] of SOURCE_TYPES.entries()) {
      const updatedAt = new Date(Date.UTC(2026, 10, 1 + n));
      made.push(await make.change(own, { sourceType, identifier: `ID_${n}`, updatedAt }));
    }
    const shown = async (query: string) => idsOf((await api.get(`${path}?${query}`)).body.changes);
    for (const [n, sourceType] of SOURCE_TYPES.entries()) {
      expect(await shown(`source_type=${sourceType}`)).toEqual([made[n]?.id]);
      expect(await shown(`identifier=ID_${n}`)).toEqual([made[n]?.id]);
    }
    expect(await shown('updated_since=2026-11-02')).toEqual([made[2]?.id, made[1]?.id]);
    expect(await shown('updated_since=2026-11-03T00:00:00Z')).toEqual([made[2]?.id]);
    for (const nothing of ['identifier=id_0', 'identifier=ID', 'identifier=ID__', 'identifier=', 'identifier=%00'])
      expect([nothing, await shown(nothing)]).toEqual([nothing, []]);
  });

  it('200: approval_count counts the approvals of the project for the identifier', async () => {
    const { own, path } = await startProject();
    const other = await make.project(api.accountId);
    const { identifier } = await make.change(own);
    await make.change(own);
    const [ownAsset, otherAsset] = [await make.asset(own), await make.asset(other)];
    for (const status of ['pending', 'approved'])
      await make.approval(own, ownAsset.id, { commitSha: identifier, status });
    await make.approval(own, ownAsset.id, { commitSha: 'another' });
    await make.approval(other, otherAsset.id, { commitSha: identifier });
    const { changes } = (await api.get(path)).body;
    expect(changes.map((change: { approval_count: number }) => change.approval_count)).toEqual([0, 2]);
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    await expectRefusals(api, base, [
      ['source_type=gitcommit', 'invalid_source_type', { valid_source_types: [...SOURCE_TYPES] }],
      ['source_type=', 'invalid_source_type'],
      ['orphaned=maybe', 'invalid_parameter'],
      ['orphaned=', 'invalid_parameter'],
      ['updated_since=2026-13-01', 'invalid_parameter'],
      ['identifier=a&identifier=b', 'invalid_parameter_type'],
      ['identifier[]=a', 'invalid_parameter_type'],
      ['limit=1.0', 'invalid_parameter'],
      ['author=ana', 'unknown_parameter'],
    ]);
  });

  describe('pages', () => {
    itPages(api, {
      path: base,
      key: 'changes',
      filter: 'orphaned=true',
      make: (timestamp) => make.change(project, { timestamp }),
      otherPath: `/v1/projects/${project.id}/deployments`,
      makeOther: () => make.deployment(project),
    });
  });
});

describe('GET /v1/projects/:project_id/changes/:id', () => {
  it('200: returns a change with files, approvals, builds, tasks and tracker items', async () => {
    const { id, identifier } = await make.change(project, { fileCount: 2, description: 'SAIL-7 and SAIL-404' });
    await prisma.changeFile.createMany({
      data: [
        { changeId: id, path: 'Source/Sail.cpp', action: 'edit' },
        { changeId: id, path: 'Content/icon@2x.png', action: 'add' },
      ],
    });
    const at = (n: number) => ({ createdAt: new Date(1_790_000_000_000 + n) });
    const byCommit = await make.buildRun(project, { commitHash: identifier, status: 'failed', ...at(1) });
    const byChangelist = await make.buildRun(project, { changelist: identifier, jobName: 'Nightly', ...at(2) });
    await make.buildRun(await make.project(api.accountId), { commitHash: identifier });
    const asset = await make.asset(project);
    for (const status of ['pending', 'denied', 'denied'])
      await make.approval(project, asset.id, { commitSha: identifier, status });
    const task = await prisma.task.create({
      data: { accountId: api.accountId, projectId: project.id, title: 'Mend the sail' },
    });
    await prisma.taskLink.create({ data: { taskId: task.id, changeId: id, projectId: project.id } });
    const updatedAt = new Date('2026-11-05T10:00:00Z');
    const reference = await prisma.externalReference.create({
      data: {
        accountId: api.accountId,
        projectId: project.id,
        integrationId: 1,
        provider: 'jira',
        externalId: '7',
        key: 'SAIL-7',
        title: 'Torn sail, see ana@studio.test',
        state: 'Done',
        providerTime: updatedAt,
        updatedAt,
        keys: { create: { key: 'SAIL-7', projectId: project.id } },
      },
    });
    await prisma.changeMention.createMany({
      data: ['SAIL-7', 'SAIL-404'].map((key) => ({ changeId: id, key, projectId: project.id })),
    });
    const { status, body } = await api.get(`${base}/${id}`);
    const newer = { id: String(byChangelist.id), status: 'completed', commit_hash: '', ci_job_name: 'Nightly' };
    const older = {
      id: String(byCommit.id),
      status: 'failed',
      commit_hash: identifier,
      ci_job_name: 'Harbor-Win64',
    };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      identifier,
      file_count: 2,
      approval_count: 3,
      files: [
        { path: 'Content/icon@2x.png', action: 'add' },
        { path: 'Source/Sail.cpp', action: 'edit' },
      ],
      files_available: true,
      approvals: { pending: 1, approved: 0, denied: 2, ignored: 0 },
      build_runs: [newer, older],
      build_runs_truncated: false,
      latest_build: newer,
      task_ids: [task.id],
      references: [
        {
          id: Number(reference.id),
          provider: 'jira',
          key: 'SAIL-7',
          title: 'Torn sail, see ana',
          state: 'Done',
          url: '',
          assignee_user_id: null,
          updated_at: updatedAt.toISOString(),
        },
      ],
    });
  });

  it.each([
    ['GitCommit', null, false],
    ['GitCommit', 0, true],
    ['Changelist', null, true],
    ['AssetCommit', null, true],
  ])('200: a %s with file_count %s has files_available %s', async (sourceType, fileCount, available) => {
    const { id } = await make.change(project, { sourceType, fileCount });
    const { body } = await api.get(`${base}/${id}`);
    expect(body).toMatchObject({ file_count: fileCount, files: [], files_available: available });
    expect(body).toMatchObject({ build_runs: [], latest_build: null, task_ids: [], references: [] });
  });

  it('200: returns an orphaned change', async () => {
    const { id } = await make.change(project, { orphanedAt: new Date() });
    expect((await api.get(`${base}/${id}`)).body).toMatchObject({ id, orphaned_at: expect.any(String) });
  });

  it('200: returns the first 3,000 files', async () => {
    const { id } = await make.change(project, { fileCount: 3_100 });
    await prisma.changeFile.createMany({
      data: Array.from({ length: 3_100 }, (_, n) => ({
        changeId: id,
        path: `f${1_000 + n}`,
        action: 'edit' as const,
      })),
    });
    const { body } = await api.get(`${base}/${id}`);
    expect([body.files.length, body.file_count]).toEqual([3_000, 3_100]);
  });

  describe('with many builds', () => {
    const HASH = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

    /** Creates builds in a separate project, one a second, and returns their ids, newest first. */
    async function addBuilds(
      identifier: string,
      revisions: readonly { commitHash?: string; changelist?: string }[],
    ) {
      const { own, path } = await startProject();
      const { id } = await make.change(own, { identifier, repository: `many-${own.id}` });
      const made: string[] = [];
      for (const [n, revision] of revisions.entries()) {
        const createdAt = new Date(1_790_000_000_000 + n * 1_000);
        made.unshift(String((await make.buildRun(own, { ...revision, createdAt })).id));
      }
      await make.buildRun(own, { commitHash: '4b825dd642cb6eb9a060e54bf8d69288fbee4904', changelist: '4711' });
      return { made, detail: async () => (await api.get(`${path}/${id}`)).body };
    }

    const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

    it('200: returns all of 50 builds', async () => {
      const { made, detail } = await addBuilds(HASH, repeated(50, { commitHash: HASH }));
      const body = await detail();
      expect(body.build_runs.map(({ id }: { id: string }) => id)).toEqual(made);
      expect(body.build_runs_truncated).toBe(false);
    });

    it.each([
      ['with the commit in full', HASH, repeated(60, { commitHash: HASH })],
      [
        'with the commit in full and abbreviated',
        HASH,
        repeated(20, [
          { commitHash: HASH },
          { commitHash: HASH.slice(0, 8) },
          { commitHash: HASH.slice(0, 12) },
        ]).flat(),
      ],
      [
        'with commits that the short hash of the change abbreviates',
        HASH.slice(0, 8),
        repeated(20, [
          { commitHash: HASH },
          { commitHash: HASH.slice(0, 8) },
          { commitHash: `4b825dc6${'0'.repeat(32)}` },
        ]).flat(),
      ],
      [
        'with the changelist, and as many with its number in place of a commit',
        '104',
        repeated(30, [{ changelist: '104' }, { changelist: '104', commitHash: '104' }]).flat(),
      ],
    ])('200: returns the newest 50 of 60 builds %s', async (_, identifier, revisions) => {
      const { made, detail } = await addBuilds(identifier, revisions);
      const body = await detail();
      expect(body.build_runs.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 50));
      expect(body.build_runs_truncated).toBe(true);
      expect(body.latest_build.id).toBe(made[0]);
    });
  });
});
