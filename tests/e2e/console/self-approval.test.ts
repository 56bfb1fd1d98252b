import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { changeReport, newAppliedProject } from '@slipway/testing';
import { type SignedInUser, serveConsole } from './served-console.js';

const { make, database, accountId, owner, member } = await serveConsole();
const { prisma } = database;
const logins = `/accounts/${accountId}/connected_accounts`;
let changelist = 48_000;

/** A project that forbids approving one's own changes, and a change of a texture by the user with a Perforce login. */
async function recorded(uid: string) {
  const project = await newAppliedProject(database, accountId, 'perforce');
  const data = { noSelfApproval: true, approvalAssetTypes: ['texture' as const] };
  await prisma.project.update({ where: { id: project.id }, data });
  changelist += 1;
  const change = changeReport({
    identifier: String(changelist),
    sourceType: 'Changelist',
    author: { label: uid, uid },
    files: [{ path: 'Content/T_Sky.png', action: 'edit' }],
  });
  const delivery = { id: randomUUID(), key: 'first', operations: [change] };
  await project.apply([delivery]);
  const approval = await prisma.approval.findFirstOrThrow({ where: { projectId: project.id } });
  return { project, change, delivery, approval };
}

async function connect(user: SignedInUser, uid: string): Promise<void> {
  const login = { user_id: user.id, provider: 'perforce', uid };
  expect((await user.browser.call('POST', logins, login)).status).toBe(200);
}

async function disconnect(user: SignedInUser, uid: string): Promise<void> {
  const { body } = await user.browser.call('GET', logins);
  const own = body.connected_accounts.find((login: { uid: string }) => login.uid === uid);
  expect((await user.browser.call('DELETE', `${logins}/${own.id}`)).status).toBe(200);
}

type Recorded = Awaited<ReturnType<typeof recorded>>;

/** Every way to approve: from the review queue, for a whole change, and as the REST API does. */
const WAYS = [
  [
    'in the review queue',
    ({ approval }: Recorded) => ({
      path: `/accounts/${accountId}/approvals/decide`,
      body: { approval_ids: [approval.id] },
    }),
  ],
  [
    'for the whole change',
    ({ project, change }: Recorded) => ({
      path: `/projects/${project.id}/approval_groups/decide`,
      body: { commit_sha: change.identifier },
    }),
  ],
  [
    'through the REST API',
    ({ project, approval }: Recorded) => ({
      path: `/v1/projects/${project.id}/assets/${approval.assetId}/approvals`,
      body: {},
    }),
  ],
] as const;

async function approve(user: SignedInUser, request: { readonly path: string; readonly body: object }) {
  const { status, body } = await user.browser.call('POST', request.path, { ...request.body, status: 'approved' });
  return status === 200 ? 'approved' : [status, body.error];
}

const statusOf = async ({ approval: { id } }: Recorded) =>
  (await prisma.approval.findUniqueOrThrow({ where: { id } })).status;

describe.each(WAYS)('approving %s', (_, requestOf) => {
  it('403 self_approval: is refused to an author who disconnected their login first', async () => {
    const uid = `author-${randomUUID()}`;
    await connect(member, uid);
    const item = await recorded(uid);
    await disconnect(member, uid);
    expect(await approve(member, requestOf(item))).toEqual([403, 'self_approval']);
    expect(await statusOf(item)).toBe('pending');
    expect(await approve(owner, requestOf(item))).toBe('approved');
  });

  it('403 unknown_author: is left to an owner if the author connects and disconnects their login later', async () => {
    const uid = `late-${randomUUID()}`;
    const item = await recorded(uid);
    await connect(member, uid);
    await disconnect(member, uid);
    expect(await approve(member, requestOf(item))).toEqual([403, 'unknown_author']);
    expect(await statusOf(item)).toBe('pending');
    expect(await approve(owner, requestOf(item))).toBe('approved');
  });
});

const [[, inQueue]] = WAYS;

describe('the author of a change', () => {
  it.each(['is disconnected', 'belongs to someone else'])(
    'stays when their login %s and the delivery is replayed',
    async (now) => {
      const uid = `author-${randomUUID()}`;
      await connect(owner, uid);
      const item = await recorded(uid);
      await disconnect(owner, uid);
      if (now === 'belongs to someone else') await connect(member, uid);
      const { id, key, operations } = item.delivery;
      await item.project.apply([{ key: 'again', operations }]);
      await item.project.apply([{ key: 'replay', operations, replay: { of: id, key, requestedAt: Date.now() } }]);
      const change = await prisma.change.findFirstOrThrow({ where: { projectId: item.project.id } });
      expect(change.authorUserId).toBe(owner.id);
      expect(await approve(owner, inQueue(item))).toEqual([403, 'self_approval']);
      expect(await approve(member, inQueue(item))).toBe('approved');
    },
  );

  it('is unknown if the change is no longer stored', async () => {
    const uid = `author-${randomUUID()}`;
    await connect(member, uid);
    const item = await recorded(uid);
    await prisma.change.deleteMany({ where: { projectId: item.project.id } });
    expect(await approve(member, inQueue(item))).toEqual([403, 'unknown_author']);
  });

  it('may still deny it, and so may anyone if the author is unknown', async () => {
    const item = await recorded(`nobody-${randomUUID()}`);
    const { path, body } = inQueue(item);
    const { body: decided } = await member.browser.call('POST', path, { ...body, status: 'denied' });
    expect(decided.changed).toEqual([item.approval.id]);
  });
});

it('a selection is approved except for own changes and those without a known author', async () => {
  const uid = `author-${randomUUID()}`;
  await connect(member, uid);
  const [own, unknown] = [await recorded(uid), await recorded(`nobody-${randomUUID()}`)];
  const project = await make.project(accountId);
  const other = await make.approval(project, (await make.asset(project)).id);
  const ids = [own.approval.id, unknown.approval.id, other.id];
  const { path } = inQueue(own);
  const { body } = await member.browser.call('POST', path, { approval_ids: ids, status: 'approved' });
  expect(body).toEqual({
    changed: [other.id],
    skipped: [],
    own: [own.approval.id],
    unknown_author: [unknown.approval.id],
    failed: [],
  });
});
