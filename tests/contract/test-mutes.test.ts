import { beforeEach, describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { startApi } from './api.js';
import { result, testedProject } from './tested-project.js';

const api = await startApi();
const { make, userId } = api;
const { prisma } = api.database;
const DAY_MS = 24 * 60 * 60_000;

let tested: Awaited<ReturnType<typeof testedProject>>;
beforeEach(async () => {
  tested = await testedProject(api);
});

describe('POST and DELETE …/tests/:test_id/mute', () => {
  const muteOf = async (name: string) => tested.pathOf(`/tests/${await tested.idOf(name)}/mute`);
  const actions = () =>
    prisma.auditEntry.findMany({
      where: { projectId: tested.project.id, action: { startsWith: 'test.' } },
      orderBy: { id: 'asc' },
    });

  it('200: mutes for 14 days, replaces a mute, and ends it; each of them is in the audit log', async () => {
    await tested.testedBuild([result('hangs', 'failed')]);
    const path = await muteOf('hangs');
    const muted = await api.post(path, { reason: 'Waits for ada@studio.test', owner_user_id: tested.memberId });
    expect(muted.status).toBe(200);
    expect(muted.body).toMatchObject({ owner_user_id: tested.memberId, mute_reason: 'Waits for ada' });
    const days = (Date.parse(muted.body.muted_until) - Date.now()) / DAY_MS;
    expect([days > 13.9, days <= 14]).toEqual([true, true]);
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const again = await api.post(path, { reason: 'Again', owner_user_id: tested.memberId, until });
    expect(again.body).toMatchObject({ mute_reason: 'Again', muted_until: until });
    expect((await api.send('DELETE', path, api.token)).body).toMatchObject({
      owner_user_id: null,
      muted_until: null,
      mute_reason: null,
    });
    expect((await api.send('DELETE', path, api.token)).status).toBe(200);
    expect(await actions()).toMatchObject([
      { action: 'test.mute', userId, target: 'Harbor.Quay.hangs', detail: { owner_user_id: tested.memberId } },
      { action: 'test.mute', detail: { reason: 'Again' } },
      { action: 'test.unmute', target: 'Harbor.Quay.hangs' },
    ]);
  });

  it('422: an owner from elsewhere, no reason, or a time that has passed or is too late', async () => {
    await tested.testedBuild([result('hangs', 'failed')]);
    const path = await muteOf('hangs');
    const outsider = (await make.studio()).userId;
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const valid = { reason: 'Repair', owner_user_id: tested.memberId };
    for (const [body, message] of [
      [{ ...valid, owner_user_id: outsider }, 'owner_user_id must be a member of the project.'],
      [{ ...valid, owner_user_id: 'me' }, 'owner_user_id'],
      [{ owner_user_id: tested.memberId }, 'reason'],
      [{ ...valid, reason: '' }, 'reason'],
      [{ ...valid, until: at(-1) }, 'until must be in the future.'],
      [{ ...valid, until: at(15) }, 'until must be within 14 days.'],
      [{ ...valid, forever: true }, 'forever'],
    ] as const) {
      const answer = await api.post(path, body);
      expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(message)]);
    }
    expect(await actions()).toEqual([]);
  });

  it('422: a broken test, and more than ten tests of a small project', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
    await tested.testedBuild(names.map((name) => result(name, 'failed')));
    await tested.judgeAs('t11', 'broken');
    const body = { reason: 'Repair', owner_user_id: tested.memberId };
    expect((await api.post(await muteOf('t11'), body)).body.error).toBe('test_broken');
    const paths = await Promise.all(names.slice(0, 11).map(muteOf));
    const answers = await Promise.all(paths.map((path) => api.post(path, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 422]);
    expect(answers.find(({ status }) => status === 422)?.body.error).toBe('mute_limit_reached');
  });

  it('403: only with the scope write:tests, which a login never has', async () => {
    await tested.testedBuild([result('hangs', 'failed')]);
    const path = await muteOf('hangs');
    const token = await api.tokenWithout('write:tests');
    const refused = { status: 403, body: { error: 'insufficient_scope', required_scope: 'write:tests' } };
    expect(await api.post(path, { reason: 'Repair', owner_user_id: tested.memberId }, token)).toMatchObject(
      refused,
    );
    expect(await api.send('DELETE', path, token)).toMatchObject(refused);
    expect(LOGIN_SCOPES).not.toContain('write:tests');
  });
});
