import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make, project, database } = api;
const list = (name: string) => `/v1/projects/${project.id}/${name}`;

async function tagOf(path: string): Promise<string> {
  const { headers, status } = await api.get(path);
  expect(status).toBe(200);
  return headers['etag'] ?? '';
}

async function statusWith(path: string, tag: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await api.get(path).set({ 'If-None-Match': tag, ...headers });
  if (response.status === 304) expect(response.headers['etag']).toBe(tag);
  return response.status;
}

/** Changes to a row of each list, made with SQL: any writer has the same effect. */
const writes = {
  build_runs: [
    "UPDATE build_runs SET status = 'failed' WHERE project_id = $1",
    'UPDATE build_runs SET updated_at = updated_at WHERE project_id = $1',
    'DELETE FROM build_runs WHERE project_id = $1',
  ],
  changes: [
    "UPDATE changes SET description = 'other' WHERE project_id = $1",
    `INSERT INTO approvals (id, account_id, project_id, asset_id, commit_sha, asset_version)
     SELECT gen_random_uuid(), a.account_id, a.project_id, a.id, c.identifier, 1 FROM assets a, changes c
     WHERE a.project_id = $1 AND c.project_id = $1`,
    'DELETE FROM approvals WHERE project_id = $1',
    'UPDATE changes SET orphaned_at = now() WHERE project_id = $1',
  ],
  tasks: [
    "UPDATE tasks SET title = 'other' WHERE project_id = $1",
    "INSERT INTO tasks (account_id, project_id, title) SELECT account_id, id, 'new' FROM projects WHERE id = $1",
    'DELETE FROM tasks WHERE project_id = $1',
  ],
  assets: ["UPDATE assets SET approval_status = 'approved' WHERE project_id = $1"],
  approvals: [
    `INSERT INTO approvals (id, account_id, project_id, asset_id, commit_sha, asset_version)
     SELECT gen_random_uuid(), account_id, project_id, id, '', 1 FROM assets WHERE project_id = $1`,
    "UPDATE approvals SET status = 'approved' WHERE project_id = $1",
    "UPDATE assets SET name = 'other' WHERE project_id = $1",
  ],
  deployments: ["UPDATE deployments SET status = 'live' WHERE project_id = $1"],
};

await make.buildRun(project);
await make.change(project);
await make.task(project);
await make.asset(project);
await make.deployment(project);

describe.each(Object.entries(writes))('%s', (name, statements) => {
  it('304: until a row on the page changes, however it is written', async () => {
    let tag = await tagOf(list(name));
    for (const statement of statements) {
      expect(await statusWith(list(name), tag)).toBe(304);
      await database.prisma.$executeRawUnsafe(statement, project.id);
      expect(await statusWith(list(name), tag)).toBe(200);
      const changed = await tagOf(list(name));
      expect(changed).not.toBe(tag);
      tag = changed;
    }
  });
});

describe('an unchanged list', () => {
  const path = list('tasks');

  it('200: for another limit, filter or cursor', async () => {
    for (const title of ['One', 'Two', 'Three']) await make.task(project, { title });
    const tag = await tagOf(path);
    expect(await statusWith(`${path}?limit=1`, tag)).toBe(200);
    expect(await statusWith(`${path}?state=blocked`, tag)).toBe(200);
    expect(await statusWith(`${path}?state=to_do`, tag)).toBe(304);
  });

  it('304: for a list of tags, and for a strong one', async () => {
    const tag = await tagOf(path);
    expect((await api.get(path).set('If-None-Match', `"other", ${tag}`)).status).toBe(304);
    expect((await api.get(path).set('If-None-Match', tag.replace('W/', ''))).status).toBe(304);
    expect((await api.get(path).set('If-None-Match', '*')).status).toBe(304);
  });

  it('200: when the client reloads', async () => {
    expect(await statusWith(path, await tagOf(path), { 'Cache-Control': 'no-cache' })).toBe(200);
  });

  it('200: after the project masks another value', async () => {
    const tag = await tagOf(list('build_runs'));
    await database.prisma.maskedValue.create({
      data: {
        projectId: project.id,
        name: 'Key',
        ciphertext: Buffer.from('sealed'),
        fingerprint: 'mark',
        createdById: api.userId,
      },
    });
    expect(await statusWith(list('build_runs'), tag)).toBe(200);
  });

  it('401 and 404: for a caller without access, even with the right tag', async () => {
    const tag = await tagOf(path);
    expect((await api.get(path, null).set('If-None-Match', tag)).status).toBe(401);
    const { userId } = await make.studio();
    const { token } = await make.apiToken(userId);
    expect((await api.get(path, token).set('If-None-Match', tag)).status).toBe(404);
  });
});
