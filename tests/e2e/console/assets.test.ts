import { beforeAll, describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, database, project, owner, outsider } = await serveConsole();
const path = `/projects/${project.id}/assets`;
let crate = { id: '' };

beforeAll(async () => {
  const change = await make.change(project, {
    description: 'New crate\n\nby ana@studio.test',
    author: 'Ana <ana@x.test>',
  });
  crate = await make.asset(project, {
    name: 'T_Crate.png',
    path: '//depot/Content/Props/T_Crate.png',
    approvalStatus: 'pending',
    sizeBytes: 2048n,
    contentHash: '9f2c',
  });
  await make.assetEvent(project, crate.id, { changeId: change.id, version: 2, actor: 'ana@x.test' });
  await make.approval(project, crate.id, { commitSha: change.identifier, assetVersion: 2 });
  await make.approval(project, crate.id, {
    status: 'denied',
    approverUserId: owner.id,
    comments: 'Ask bob@studio.test',
    createdAt: new Date(1_000),
    decidedAt: new Date(2_000),
  });
  await make.asset(project, { name: '100%_done.wav', path: 'Audio/100%_done.wav', assetType: 'audio' });
});

describe('previews', () => {
  const settings = (body: object) => owner.browser.call('PATCH', `/projects/${project.id}/settings`, body);
  const policy = async ({ browser }: typeof owner) =>
    (await browser.open('/')).get('content-security-policy') ?? '';

  it('are shown with whether the project allows their host', async () => {
    const { id } = await make.asset(project, { assetType: 'audio', createdAt: new Date(500) });
    const event = (previewUrl: string, at: number) =>
      make.assetEvent(project, id, { previewUrl, version: at, occurredAt: new Date(at) });
    await event('https://cdn.test/before.ogg', 1);
    await event('https://elsewhere.test/after.ogg', 2);
    expect((await settings({ preview_hosts: ['CDN.test', '*.cdn.test'] })).body).toMatchObject({
      preview_hosts: ['cdn.test', '*.cdn.test'],
    });
    const { body } = await owner.browser.call('GET', `${path}/${id}`);
    expect(body.versions.map(({ preview }: { preview: unknown }) => preview)).toEqual([
      { url: 'https://elsewhere.test/after.ogg', is_allowed: false },
      { url: 'https://cdn.test/before.ogg', is_allowed: true },
    ]);
    await database.prisma.asset.delete({ where: { id } });
  });

  it('may be loaded from the allowed hosts only, and only by people of the account', async () => {
    await settings({ preview_hosts: ['cdn.test', '*.cdn.test'] });
    expect(await policy(owner)).toContain("img-src 'self' data: *.cdn.test cdn.test;");
    expect(await policy(owner)).toContain(";media-src 'self' *.cdn.test cdn.test");
    expect(await policy(outsider)).not.toContain('cdn.test');
    await settings({ preview_hosts: [] });
    expect(await policy(owner)).not.toMatch(/cdn\.test|media-src/);
  });

  it('422: for hosts that would add something else to the policy', async () => {
    const { status, body } = await settings({ preview_hosts: ['cdn.test; script-src *'] });
    expect([status, body.details[0].path]).toEqual([422, 'preview_hosts']);
  });
});

describe('GET /console/api/projects/:project_id/assets', () => {
  const search = async (query: string) => (await owner.browser.call('GET', `${path}?${query}`)).body.assets;

  it('finds assets by words in their path, in any order and case', async () => {
    expect(await search('q=crate+PROPS')).toMatchObject([{ id: crate.id, size_bytes: 2048 }]);
    expect(await search('q=crate+audio')).toEqual([]);
  });

  it('takes wildcard characters literally', async () => {
    expect(await search(`q=${encodeURIComponent('100%_')}`)).toHaveLength(1);
    expect(await search('q=_x_')).toEqual([]);
  });

  it('ignores what is typed beyond 200 characters, which would cost time for every row', async () => {
    expect(await search(`q=crate${'+'.repeat(194)}%F0%9F%8E%AE${'x'.repeat(6_000)}`)).toHaveLength(1);
  });

  it('filters by type and approval status', async () => {
    expect(await search('asset_type=audio')).toMatchObject([{ name: '100%_done.wav' }]);
    expect(await search('status=pending')).toMatchObject([{ id: crate.id }]);
  });

  it('pages without repeating or skipping an asset', async () => {
    const first = (await owner.browser.call('GET', `${path}?limit=1`)).body;
    const second = (await owner.browser.call('GET', `${path}?limit=1&cursor=${first.pagination.next_cursor}`))
      .body;
    expect(new Set([...first.assets, ...second.assets].map(({ id }) => id)).size).toBe(2);
    expect(second.pagination.has_more).toBe(false);
  });

  it('422: for an unknown type', async () => {
    expect((await owner.browser.call('GET', `${path}?asset_type=sound`)).status).toBe(422);
  });

  it('404: for a user outside the account', async () => {
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/asset-counts', () => {
  it('counts by type and approval status', async () => {
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/asset-counts`);
    expect(body.counts).toContainEqual({ asset_type: 'texture', approval_status: 'pending', count: 1 });
    expect(body.counts).toContainEqual({ asset_type: 'audio', approval_status: 'none', count: 1 });
  });
});

describe('GET /console/api/projects/:project_id/assets/:asset_id', () => {
  it('shows versions with their change and approvals with their approver, and no email address', async () => {
    const { body } = await owner.browser.call('GET', `${path}/${crate.id}`);
    const { name } = await database.prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    expect(body).toMatchObject({
      content_hash: '9f2c',
      versions: [{ version: 2, actor: 'ana', change: { subject: 'New crate', author: 'Ana' } }],
      approvals: [
        { status: 'pending', change: { subject: 'New crate' }, approver: '' },
        { status: 'denied', approver: name },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/\w@\w/);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'x'])('404: for %s', async (id) => {
    expect((await owner.browser.call('GET', `${path}/${id}`)).status).toBe(404);
  });

  it('404: for an asset of another project', async () => {
    const other = await make.project(project.accountId);
    expect((await owner.browser.call('GET', `/projects/${other.id}/assets/${crate.id}`)).status).toBe(404);
  });
});
