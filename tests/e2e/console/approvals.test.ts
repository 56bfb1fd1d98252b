import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, database, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
const path = `/accounts/${accountId}/approvals`;

async function waiting(scope = project) {
  const asset = await make.asset(scope, { approvalStatus: 'pending' });
  const approval = await make.approval(scope, asset.id);
  return { id: approval.id, assetId: asset.id };
}

const decide = (ids: readonly string[], fields: Readonly<Record<string, unknown>> = {}) =>
  member.browser.call('POST', `${path}/decide`, { approval_ids: ids, status: 'approved', ...fields });

describe('GET /console/api/accounts/:account_id/approvals', () => {
  it('lists pending approvals of all projects of the account, newest first, and none of others', async () => {
    const second = await make.project(accountId);
    const older = await waiting();
    const newer = await waiting(second);
    await waiting(await make.project((await make.studio()).accountId));
    const { body } = await member.browser.call('GET', path);
    expect(body.approvals.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
    const ofProject = await member.browser.call('GET', `${path}?project_id=${second.id}`);
    expect(ofProject.body.approvals).toMatchObject([{ id: newer.id, project_id: second.id }]);
    await decide([older.id, newer.id]);
  });

  it('lists decisions by the time they were made, with the user who made them', async () => {
    const first = await waiting();
    const second = await waiting();
    await decide([second.id], { comments: 'Fine' });
    await decide([first.id], { status: 'denied' });
    const { body } = await owner.browser.call('GET', `${path}?decided=true&limit=2`);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body.approvals).toMatchObject([
      { id: first.id, status: 'denied', approver: name },
      { id: second.id, status: 'approved', comments: 'Fine' },
    ]);
    const next = await owner.browser.call(
      'GET',
      `${path}?decided=true&limit=2&cursor=${body.pagination.next_cursor}`,
    );
    expect(next.body.approvals).not.toContainEqual(expect.objectContaining({ id: second.id }));
  });

  it('404: for a user outside the account', async () => {
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });
});

describe('POST /console/api/accounts/:account_id/approvals/decide', () => {
  it('decides on several approvals at once, and updates their assets', async () => {
    const items = [await waiting(), await waiting()];
    const { status, body } = await decide(
      items.map(({ id }) => id),
      { status: 'ignored' },
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: { changed: items.map(({ id }) => id), skipped: [], own: [], unknown_author: [], failed: [] },
    });
    const assets = await prisma.asset.findMany({ where: { id: { in: items.map(({ assetId }) => assetId) } } });
    expect(assets.map(({ approvalStatus }) => approvalStatus)).toEqual(['ignored', 'ignored']);
  });

  it('skips approvals that another user decided or that belong to another account', async () => {
    const decided = await waiting();
    await decide([decided.id]);
    const foreign = await waiting(await make.project((await make.studio()).accountId));
    const { body } = await decide([decided.id, foreign.id], { status: 'denied' });
    expect(body).toEqual({
      changed: [],
      skipped: [decided.id, foreign.id],
      own: [],
      unknown_author: [],
      failed: [],
    });
    expect(await prisma.approval.findUnique({ where: { id: decided.id } })).toMatchObject({ status: 'approved' });
    expect(await prisma.approval.findUnique({ where: { id: foreign.id } })).toMatchObject({ status: 'pending' });
  });

  it('lists what was decided and what was not when the database fails halfway', async () => {
    const scope = await make.project(accountId);
    const items = [await waiting(scope), await waiting(scope), await waiting(scope)];
    await prisma.$executeRaw`
      CREATE FUNCTION fail_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM approvals WHERE project_id = NEW.project_id AND status <> 'pending') THEN
          RAISE 'shutting down' USING ERRCODE = 'admin_shutdown';
        END IF;
        RETURN NEW;
      END $$`;
    await prisma.$executeRaw`
      CREATE TRIGGER fail_second BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION fail_second()`;
    const { status, body } = await decide(items.map(({ id }) => id));
    await prisma.$executeRaw`DROP FUNCTION fail_second() CASCADE`;
    expect(status).toBe(200);
    const ids = async (where: 'approved' | 'pending') =>
      (await prisma.approval.findMany({ where: { projectId: scope.id, status: where } })).map(({ id }) => id);
    expect(body.changed).toEqual(await ids('approved'));
    expect(body.changed).toHaveLength(1);
    expect(body.failed.toSorted()).toEqual((await ids('pending')).toSorted());
    expect(body.skipped).toEqual([]);
  });

  it('422: for an id that is not a number, an unknown status, and too many approvals', async () => {
    const { id } = await waiting();
    expect((await decide(['x'])).status).toBe(422);
    expect((await decide([id], { status: 'maybe' })).status).toBe(422);
    expect((await decide(Array.from({ length: 101 }, () => id))).status).toBe(422);
  });

  it('403: in a read-only account', async () => {
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: 'demo' } });
    expect((await decide([])).body.error).toBe('demo_read_only');
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: null } });
  });
});

describe('POST /console/api/accounts/:account_id/approvals/reopen', () => {
  const reopen = (ids: readonly string[], by = member) =>
    by.browser.call('POST', `${path}/reopen`, { approval_ids: ids });

  it('reverts your own decision, its comment and the asset status', async () => {
    const item = await waiting();
    await decide([item.id], { comments: 'Too bright' });
    expect((await reopen([item.id])).body).toEqual({
      changed: [item.id],
      skipped: [],
      own: [],
      unknown_author: [],
      failed: [],
    });
    expect(await prisma.approval.findUnique({ where: { id: item.id } })).toMatchObject({
      status: 'pending',
      approverUserId: null,
      comments: '',
      approvedAt: null,
      decidedAt: null,
    });
    expect(await prisma.asset.findUnique({ where: { id: item.assetId } })).toMatchObject({
      approvalStatus: 'pending',
    });
  });

  it('keeps decisions of other users, and those replaced by a newer approval', async () => {
    const item = await waiting();
    await decide([item.id]);
    expect((await reopen([item.id], owner)).body.skipped).toEqual([item.id]);
    await make.approval(project, item.assetId, { createdAt: new Date(Date.now() + 60_000) });
    expect((await reopen([item.id])).body.skipped).toEqual([item.id]);
  });

  it('404: for a user outside the account', async () => {
    expect((await reopen([], outsider)).status).toBe(404);
  });
});

/** Approvals that one change requested; the change is the member's own. */
async function ofChange(count: number, identifier: string, fields: { noSelfApproval?: boolean } = {}) {
  const scope = await make.project(accountId);
  await prisma.project.update({ where: { id: scope.id }, data: fields });
  await make.change(scope, { identifier, authorUserId: member.id });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const asset = await make.asset(scope, { approvalStatus: 'pending' });
    ids.push((await make.approval(scope, asset.id, { commitSha: identifier })).id);
  }
  return { scope, ids };
}

describe('a project that forbids approving one’s own changes', () => {
  it('403 self_approval: the author cannot approve; others can', async () => {
    const { ids } = await ofChange(1, '77001', { noSelfApproval: true });
    const refused = await decide(ids);
    expect([refused.status, refused.body.error]).toEqual([403, 'self_approval']);
    const { body } = await owner.browser.call('POST', `${path}/decide`, { approval_ids: ids, status: 'approved' });
    expect(body.changed).toEqual(ids);
  });

  it('lets the author deny or ignore, and decides on the rest of a selection', async () => {
    const { ids } = await ofChange(2, '77002', { noSelfApproval: true });
    const other = await waiting();
    const { body } = await decide([...ids, other.id]);
    expect(body).toMatchObject({ changed: [other.id], skipped: [] });
    expect(body.own.toSorted()).toEqual(ids.toSorted());
    expect((await decide(ids, { status: 'denied' })).body.changed.toSorted()).toEqual(ids.toSorted());
  });

  it('is not the default', async () => {
    const { ids } = await ofChange(1, '77004');
    expect((await decide(ids)).body.changed).toEqual(ids);
  });
});

describe('a change with many approvals', () => {
  const groups = async () =>
    (await member.browser.call('GET', `/accounts/${accountId}/approval_groups`)).body.groups;

  it('is one entry of the queue, which can be opened and decided as a whole', async () => {
    const { scope, ids } = await ofChange(25, '77100');
    expect(await groups()).toMatchObject([{ project_id: scope.id, commit_sha: '77100', count: 25 }]);
    const grouped = await member.browser.call('GET', `${path}?grouped=true&project_id=${scope.id}`);
    expect(grouped.body.approvals).toEqual([]);
    const opened = await member.browser.call('GET', `${path}?project_id=${scope.id}&commit_sha=77100&limit=50`);
    expect(opened.body.approvals).toHaveLength(25);
    const { body } = await member.browser.call('POST', `/projects/${scope.id}/approval_groups/decide`, {
      commit_sha: '77100',
      status: 'approved',
      comments: 'Reviewed in the editor',
    });
    expect(body).toEqual({ changed: 25, left: 0 });
    const decided = await prisma.approval.findMany({ where: { id: { in: ids } }, include: { asset: true } });
    for (const approval of decided) {
      expect(approval).toMatchObject({
        status: 'approved',
        approverUserId: member.id,
        comments: 'Reviewed in the editor',
        deniedAt: null,
        asset: { approvalStatus: 'approved' },
      });
      expect(approval.approvedAt).toEqual(approval.decidedAt);
    }
    expect(await groups()).toEqual([]);
  });

  it('counts as one decision, in the badge and on Home, however many assets it has', async () => {
    const waitingDecisions = async () =>
      (await member.browser.call('POST', `/accounts/${accountId}/switch`)) &&
      (await member.browser.call('GET', '/session')).body.waiting_approvals;
    const before = await waitingDecisions();
    const { scope } = await ofChange(3, '77102');
    await waiting(scope);
    expect(await waitingDecisions()).toBe(before + 2);
    const home = (await member.browser.call('GET', `/accounts/${accountId}/home`)).body;
    expect(home.waiting_approvals).toBe(before + 2);
    const ofScope = home.approvals.filter((row: { project_id: number }) => row.project_id === scope.id);
    expect(ofScope.map(({ others }: { others: number }) => others).toSorted()).toEqual([0, 2]);
    expect(await groups()).toContainEqual(expect.objectContaining({ commit_sha: '77102', count: 3 }));
    await prisma.approval.deleteMany({ where: { projectId: scope.id } });
  });

  it('403 self_approval: nor as a whole; 404: for a user outside the account', async () => {
    const { scope } = await ofChange(20, '77101', { noSelfApproval: true });
    const decideAll = (by: typeof member) =>
      by.browser.call('POST', `/projects/${scope.id}/approval_groups/decide`, {
        commit_sha: '77101',
        status: 'approved',
      });
    expect((await decideAll(member)).body.error).toBe('self_approval');
    expect((await decideAll(outsider)).status).toBe(404);
    expect((await decideAll(owner)).body).toEqual({ changed: 20, left: 0 });
  });
});
