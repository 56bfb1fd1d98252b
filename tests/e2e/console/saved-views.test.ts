import { describe, expect, it } from '@jest/globals';
import { deleteAccountRow } from '@slipway/db';
import { serveConsole } from './served-console.js';

const { make, accountId, project, owner, member, outsider, database, browserOf } = await serveConsole();
const path = `/projects/${project.id}/views`;

const broken = { list: 'builds', name: 'Broken on main', filters: { status: 'failed', branch: 'main' } };

interface View {
  readonly id: number;
  readonly name: string;
}

const viewsOf = async ({ browser }: typeof owner) => (await browser.call('GET', path)).body.views as View[];
const namesOf = async (user: typeof owner) => (await viewsOf(user)).map(({ name }) => name);

async function save(user: typeof owner, view: Readonly<Record<string, unknown>>): Promise<View> {
  const { status, body } = await user.browser.call('POST', path, { ...broken, ...view });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.views.find(({ name }: View) => name === (view['name'] ?? broken.name));
}

describe('/console/api/projects/:project_id/views', () => {
  it('lists one’s own views and those shared with the project', async () => {
    await save(member, { name: 'Mine' });
    await save(member, { name: 'Ours', is_shared: true });
    expect(await namesOf(member)).toEqual(expect.arrayContaining(['Mine', 'Ours']));
    expect(await namesOf(owner)).not.toContain('Mine');
    const shared = (await viewsOf(owner)).find(({ name }) => name === 'Ours');
    expect(shared).toMatchObject({ list: 'builds', filters: broken.filters, is_own: false, can_delete: true });
    expect(shared).toHaveProperty('saved_by', expect.any(String));
  });

  it('a view can be renamed, shared and updated by the person who saved it only', async () => {
    const { id } = await save(member, { name: 'Draft', is_shared: true });
    const edit = { name: 'Red', is_shared: false, filters: { status: 'failed' } };
    expect((await owner.browser.call('PATCH', `${path}/${id}`, edit)).status).toBe(404);
    const { status, body } = await member.browser.call('PATCH', `${path}/${id}`, edit);
    expect(status).toBe(200);
    expect(body.views).toContainEqual(expect.objectContaining({ id, ...edit, is_own: true }));
    expect(await namesOf(owner)).not.toContain('Red');
  });

  it('an owner deletes shared views of others, but a member does not', async () => {
    const { id: ofOwner } = await save(owner, { name: 'Owner’s', is_shared: true });
    expect((await member.browser.call('DELETE', `${path}/${ofOwner}`)).status).toBe(404);
    const { id: hidden } = await save(member, { name: 'Hidden' });
    expect((await owner.browser.call('DELETE', `${path}/${hidden}`)).status).toBe(404);
    const { id: shared } = await save(member, { name: 'Shared', is_shared: true });
    expect((await owner.browser.call('DELETE', `${path}/${shared}`)).status).toBe(200);
    expect(await namesOf(member)).not.toContain('Shared');
  });

  it('422: a name that the person already uses for a view of the list', async () => {
    await save(member, { name: 'Twice' });
    const { id } = await save(member, { name: 'Once' });
    for (const { status, body } of [
      await member.browser.call('POST', path, { ...broken, name: 'Twice' }),
      await member.browser.call('PATCH', `${path}/${id}`, { name: 'Twice' }),
    ]) {
      expect(status).toBe(422);
      expect(body.details).toEqual([{ path: 'name', message: 'You already have a view with this name.' }]);
    }
    await save(member, { name: 'Twice', list: 'tasks' });
    await save(owner, { name: 'Twice' });
  });

  it.each([
    ['an unknown list', { list: 'members' }, 'list'],
    ['no filters', { filters: {} }, 'filters'],
    ['filters that are no texts', { filters: { status: ['failed'] } }, 'filters'],
    ['no name', { name: '  ' }, 'name'],
  ])('422: %s', async (_what, change, field) => {
    const { status, body } = await member.browser.call('POST', path, { ...broken, ...change });
    expect([status, body.details[0].path]).toEqual([422, field]);
  });

  it('404: for people outside the account, and for a view of another project', async () => {
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
    const { id } = await save(owner, { name: 'Elsewhere' });
    const other = await make.project(accountId);
    expect((await owner.browser.call('DELETE', `/projects/${other.id}/views/${id}`)).status).toBe(404);
  });
});

describe('/console/api/accounts/:account_id/views', () => {
  const ofAccount = `/accounts/${accountId}/views`;
  const textures = { list: 'approvals', name: 'Textures', filters: { asset_type: 'texture' } };

  const list = async ({ browser }: typeof owner, at = ofAccount) =>
    (await browser.call('GET', at)).body.views as View[];
  const names = async (user: typeof owner) => (await list(user)).map(({ name }) => name);
  async function keep(user: typeof owner, view: Readonly<Record<string, unknown>>): Promise<View> {
    const { status, body } = await user.browser.call('POST', ofAccount, { ...textures, ...view });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.views.find(({ name }: View) => name === view['name']);
  }

  it.each(['approvals', 'feed', 'deliveries'])('saves filters of the %s of all projects', async (of) => {
    const { id } = await keep(member, { list: of, name: `Own ${of}` });
    expect(await list(member)).toContainEqual(
      expect.objectContaining({ id, list: of, filters: textures.filters, is_own: true, is_shared: false }),
    );
    expect(await names(owner)).not.toContain(`Own ${of}`);
  });

  it('are separate from the views of a project', async () => {
    const { id } = await keep(owner, { list: 'deliveries', name: 'Both', is_shared: true });
    await save(owner, { list: 'deliveries', name: 'Both' });
    await save(owner, { list: 'deliveries', name: 'One project' });
    expect(await names(owner)).not.toContain('One project');
    const idsInProject = (await viewsOf(owner)).map((view) => view.id);
    expect(idsInProject).not.toContain(id);
    expect((await owner.browser.call('PATCH', `${path}/${id}`, { name: 'Moved' })).status).toBe(404);
    expect((await owner.browser.call('DELETE', `${path}/${id}`)).status).toBe(404);
    for (const inProject of idsInProject)
      expect((await owner.browser.call('DELETE', `${ofAccount}/${inProject}`)).status).toBe(404);
  });

  it('a shared view is changed by the person who saved it and deleted by owners too', async () => {
    const { id } = await keep(member, { name: 'Shared', is_shared: true });
    expect(await list(owner)).toContainEqual(expect.objectContaining({ id, is_own: false, can_delete: true }));
    expect((await owner.browser.call('PATCH', `${ofAccount}/${id}`, { name: 'Taken' })).status).toBe(404);
    expect((await member.browser.call('PATCH', `${ofAccount}/${id}`, { name: 'Renamed' })).status).toBe(200);
    const { id: ofOwner } = await keep(owner, { name: 'Of the owner', is_shared: true });
    expect((await member.browser.call('DELETE', `${ofAccount}/${ofOwner}`)).status).toBe(404);
    const { id: hidden } = await keep(member, { name: 'Hidden' });
    expect((await owner.browser.call('DELETE', `${ofAccount}/${hidden}`)).status).toBe(404);
    expect((await owner.browser.call('DELETE', `${ofAccount}/${id}`)).status).toBe(200);
    expect(await names(member)).not.toContain('Renamed');
  });

  it('422: a name that the person already uses, and a list of projects only', async () => {
    await keep(member, { name: 'Twice' });
    const again = await member.browser.call('POST', ofAccount, { ...textures, name: 'Twice' });
    expect([again.status, again.body.details[0].path]).toEqual([422, 'name']);
    const wrong = await member.browser.call('POST', ofAccount, { ...textures, list: 'builds' });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'list']);
    const inProject = await member.browser.call('POST', path, { ...textures, name: 'Feed', list: 'feed' });
    expect([inProject.status, inProject.body.details[0].path]).toEqual([422, 'list']);
  });

  it('404: for people outside the account, and through another account of the same person', async () => {
    const { id } = await keep(member, { name: 'Ours', is_shared: true });
    expect((await outsider.browser.call('GET', ofAccount)).status).toBe(404);
    expect((await outsider.browser.call('POST', ofAccount, { ...textures, name: 'In' })).status).toBe(404);
    expect((await outsider.browser.call('DELETE', `${ofAccount}/${id}`)).status).toBe(404);
    const { accountId: other, userId } = await make.studio();
    await database.prisma.accountMembership.create({
      data: { accountId: other, userId: member.id, role: 'owner' },
    });
    const elsewhere = `/accounts/${other}/views`;
    expect(await list(member, elsewhere)).toEqual([]);
    expect((await member.browser.call('PATCH', `${elsewhere}/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await member.browser.call('DELETE', `${elsewhere}/${id}`)).status).toBe(404);
    const foreign = await browserOf(userId);
    expect((await foreign.call('DELETE', `${elsewhere}/${id}`)).status).toBe(404);
  });

  it('403: in an account that is read-only', async () => {
    const { accountId: demo, userId } = await make.studio();
    await database.prisma.account.update({ where: { id: demo }, data: { readOnlyReason: 'demo' } });
    const answer = await (await browserOf(userId)).call('POST', `/accounts/${demo}/views`, textures);
    expect([answer.status, answer.body.error]).toEqual([403, 'demo_read_only']);
  });

  it('are deleted with the account', async () => {
    const { accountId: closing, userId } = await make.studio();
    await (await browserOf(userId)).call('POST', `/accounts/${closing}/views`, textures);
    expect(await database.prisma.savedView.count({ where: { accountId: closing } })).toBe(1);
    await database.prisma.accountMembership.deleteMany({ where: { accountId: closing } });
    await deleteAccountRow(database, closing);
    expect(await database.prisma.savedView.count({ where: { userId } })).toBe(0);
  });
});
