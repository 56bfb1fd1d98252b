import { describe, expect, it } from '@jest/globals';
import type { Decision } from '@slipway/contracts';
import { newId } from '@slipway/domain';
import { changeReport } from '@slipway/testing';
import { decideApproval, reopenApprovals } from '../approvals/approval-decisions.js';
import { decideGroup } from '../approvals/decide-group.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, watched } = await watchedProjects();

const MINUTE_MS = 60_000;
const origin = { tokenId: null, ipAddress: '', userAgent: '' };

type Watched = Awaited<ReturnType<typeof watched>>;

/** A project whose textures need approval, and a change of its member. */
async function reviewed(event: 'approval.requested' | 'approval.decided') {
  const project = await watched(event);
  const { projectId, memberId } = project;
  await prisma.project.update({ where: { id: projectId }, data: { approvalAssetTypes: ['texture'] } });
  const { email, name } = await prisma.user.findUniqueOrThrow({ where: { id: memberId } });
  return {
    ...project,
    commit: (identifier: string, paths: readonly string[], timestamp = Date.now() - MINUTE_MS) =>
      project.report(
        changeReport({
          identifier,
          displayIdentifier: identifier,
          timestamp,
          description: 'Repaint the boats',
          author: { label: name, uid: email },
          files: paths.map((path) => ({ path, action: 'edit' })),
        }),
      ),
  };
}

const textures = (count: number) => Array.from({ length: count }, (_, n) => `Content/T_Boat_${n}.png`);

describe('a request for approval', () => {
  it('is one message for a change, with the number of assets and a link to its review queue', async () => {
    const { commit, ownerId, projectId, inboxOf } = await reviewed('approval.requested');
    await commit('c1', textures(3));
    const [content, ...others] = await inboxOf(ownerId);
    expect(others).toEqual([]);
    expect(content?.message).toMatchObject({
      title: '3 assets need approval',
      link: { url: `https://slipway.test/approvals?project_id=${projectId}&change=c1` },
    });
    expect(content?.message.facts).toContainEqual(expect.objectContaining({ value: 'c1: Repaint the boats' }));
  });

  it('is not sent to the author of the change', async () => {
    const { commit, memberId, watch, inboxOf } = await reviewed('approval.requested');
    await watch(memberId);
    await commit('c1', textures(1));
    expect(await inboxOf(memberId)).toEqual([]);
  });

  it('that moves to a newer commit before the message is released links to that commit', async () => {
    const { commit, ownerId, inboxOf } = await reviewed('approval.requested');
    await commit('c1', textures(1), Date.now() - 2 * MINUTE_MS);
    await commit('c2', textures(1));
    const [content, ...others] = await inboxOf(ownerId);
    expect(others).toEqual([]);
    expect(content?.message.link.url).toContain('change=c2');
  });

  it('of more than a day ago sends nothing', async () => {
    const { commit, notifications } = await reviewed('approval.requested');
    await commit('c1', textures(1), Date.now() - 25 * 60 * MINUTE_MS);
    expect(await notifications()).toEqual([]);
  });

  it('is not written in a project without a rule for it', async () => {
    const { commit, notifications } = await reviewed('approval.decided');
    await commit('c1', textures(1));
    expect(await notifications()).toEqual([]);
  });
});

async function decide({ projectId }: Watched, approverUserId: number, status: Decision) {
  const { id: assetId } = await prisma.asset.findFirstOrThrow({ where: { projectId } });
  const decision = { projectId, assetId, approverUserId, status, comments: 'Too bright', stage: undefined };
  await decideApproval(database, { ...decision, newId: newId(), origin });
}

describe('a decision', () => {
  it('reaches the author of the change, with the comment and the name of who decided', async () => {
    const project = await reviewed('approval.decided');
    const { commit, ownerId, memberId, watch, inboxOf } = project;
    await watch(memberId);
    await commit('c1', textures(1));
    await decide(project, ownerId, 'denied');
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
    const [content] = await inboxOf(memberId);
    expect(content?.message).toMatchObject({
      tone: 'bad',
      title: 'T_Boat_0.png was denied',
      text: `Decided by ${name}.`,
      facts: [{ label: 'Asset' }, { label: 'Change' }, { label: 'Comment', value: 'Too bright' }],
    });
    expect(JSON.stringify(content?.data)).not.toContain(name);
    expect(await inboxOf(ownerId)).toEqual([]);
  });

  it('on all assets of a change is one message with their number', async () => {
    const project = await reviewed('approval.decided');
    const { commit, projectId, ownerId, memberId, watch, inboxOf } = project;
    await watch(memberId);
    await commit('c1', textures(3));
    const group = { projectId, commitSha: 'c1', status: 'approved' as const, comments: undefined };
    await decideGroup(database, { ...group, approverUserId: ownerId, origin });
    expect((await inboxOf(memberId)).map(({ message }) => message.title)).toEqual(['3 assets were approved']);
  });

  it('that is made again later is another message', async () => {
    const project = await reviewed('approval.decided');
    const { commit, ownerId, memberId, watch, inboxOf } = project;
    await watch(memberId);
    await commit('c1', textures(1));
    await decide(project, ownerId, 'denied');
    expect(await inboxOf(memberId)).toHaveLength(1);
    await decide(project, ownerId, 'denied');
    expect(await inboxOf(memberId)).toHaveLength(2);
  });

  it('that is undone immediately sends nothing', async () => {
    const project = await reviewed('approval.decided');
    const { accountId, projectId, commit, ownerId, memberId, watch, inboxOf } = project;
    await watch(memberId);
    await commit('c1', textures(1));
    await decide(project, ownerId, 'approved');
    const approvals = await prisma.approval.findMany({ where: { projectId } });
    const ids = approvals.map(({ id }) => id);
    await reopenApprovals(database, { userId: ownerId, ...origin }, { accountId, ids });
    expect(await inboxOf(memberId)).toEqual([]);
  });

  it('of the author sends nothing', async () => {
    const project = await reviewed('approval.decided');
    const { commit, memberId, watch, notifications } = project;
    await watch(memberId);
    await commit('c1', textures(1));
    await decide(project, memberId, 'approved');
    expect(await notifications()).toEqual([]);
  });
});
