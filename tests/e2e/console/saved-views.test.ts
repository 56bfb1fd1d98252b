import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, accountId, project, owner, member, outsider } = await serveConsole();
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
