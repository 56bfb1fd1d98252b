import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { database, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
const path = `/projects/${project.id}/ownership`;
const [ana, groups] = [{ name: 'Ana Lima' }, `/accounts/${accountId}/groups`];
const { email } = await prisma.user.update({ where: { id: member.id }, data: ana });
await owner.browser.call('POST', groups, { name: 'Rendering', user_ids: [member.id], rotates: true });
const ownerOf = async (kind: string, name: string) =>
  (await member.browser.call('GET', `${path}/owner?${new URLSearchParams({ kind, name })}`)).body;

describe('ownership rules of a project', () => {
  it('are saved as written, with names instead of addresses, and say who is on call', async () => {
    const text = `/Source/ ${email} # by address\n/Source/Fog/ @rendering\njob:Harbor-* @ana-lima\n`;
    const { status, body } = await owner.browser.call('POST', path, { text });
    const saved = text.replace(email, '@ana-lima');
    expect([status, body]).toMatchObject([200, { text: saved, rules: 3, flaws: [], flaw_count: 0 }]);
    expect((await member.browser.call('GET', path)).body).toEqual(body);
    expect(await ownerOf('path', 'D:\\ws\\Source\\Fog\\Fog.cpp')).toEqual({
      rule: { line: 2, pattern: '/Source/Fog/' },
      owners: [{ name: 'Rendering', on_call: 'Ana Lima' }],
    });
    expect(await ownerOf('job', 'harbor-ps5')).toMatchObject({
      rule: { line: 3 },
      owners: [{ name: 'Ana Lima' }],
    });
    expect(await ownerOf('test', 'Harbor.Net')).toEqual({ rule: null, owners: [] });
    const entry = await prisma.auditEntry.findFirstOrThrow({
      where: { accountId, action: 'project.set_ownership' },
    });
    expect(entry).toMatchObject({ projectId: project.id, userId: owner.id, detail: { rules: 3 } });
  });

  it('are checked without being saved', async () => {
    const text = '!x @ana-lima\n/Source/ @nobody stranger@other.example\n*.h @rendering';
    const { status, body } = await member.browser.call('POST', `${path}/check`, { text });
    expect([status, body]).toEqual([
      200,
      {
        rules: 2,
        flaw_count: 3,
        flaws: [
          { line: 1, message: expect.stringContaining('!') },
          { line: 2, message: '@nobody is no group of this account, and not one of its members.' },
          { line: 2, message: 'stranger@other.example is the address of no member of this account.' },
        ],
      },
    ]);
  });

  it('422: the address of somebody else is not stored', async () => {
    const { status, body } = await owner.browser.call('POST', path, { text: '*.c stranger@other.example' });
    expect([status, body.message]).toEqual([422, expect.stringContaining('stranger@other.example')]);
    expect(
      (await prisma.ownershipRules.findUniqueOrThrow({ where: { projectId: project.id } })).text,
    ).not.toContain('stranger');
  });

  it('keep no address in comments, lines that cannot be read, or longer words', async () => {
    const rows = ['# Ask ana@other.example', '!x ana@other.example', `*.c ${email}`, 'Icons/a@2x.png @rendering'];
    const { status, body } = await owner.browser.call('POST', path, { text: rows.join('\n') });
    expect([status, body.text]).toEqual([200, '# Ask ana\n!x ana\n*.c @ana-lima\nIcons/a@2x.png @rendering']);
    const longer = await owner.browser.call('POST', path, { text: `*.c ${email} x.${email}` });
    expect([longer.status, longer.body.message]).toEqual([422, expect.stringContaining(`x.${email}`)]);
  });

  it('rules that name nobody any more are kept, and say so', async () => {
    await owner.browser.call('POST', path, { text: '/Source/ @rendering @gone' });
    expect((await member.browser.call('GET', path)).body).toMatchObject({
      flaw_count: 1,
      flaws: [{ line: 1, message: expect.stringContaining('@gone') }],
    });
    expect((await ownerOf('path', 'Source/A.cpp')).owners).toEqual([{ name: 'Rendering', on_call: 'Ana Lima' }]);
  });

  it('403 for members, 404 outside the account, 422 for no text', async () => {
    expect((await member.browser.call('POST', path, { text: '' })).status).toBe(403);
    for (const method of ['GET', 'POST'] as const)
      expect(
        (await outsider.browser.call(method, path, method === 'POST' ? { text: '' } : undefined)).status,
      ).toBe(404);
    for (const text of [7, null, 'x'.repeat(200_001)])
      expect((await owner.browser.call('POST', path, { text })).status).toBe(422);
  });
});
