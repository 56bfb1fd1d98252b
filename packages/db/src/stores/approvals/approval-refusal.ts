import type { Decision } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** Why a project that does not let people approve their own changes refuses an approval. */
export type ApprovalRefusal = 'self_approval' | 'unknown_author';

interface Approver {
  readonly projectId: number;
  readonly approverUserId: number;
  readonly status: Decision;
}

/**
 * Whether a user may approve a change; null if they may. Its author is the user it was attributed to when it was
 * recorded: logins that were connected or disconnected since do not matter. If the author is unknown, or the change is
 * gone, only an owner may approve it.
 */
export async function findRefusal(
  { prisma }: DatabaseHandle,
  { projectId, approverUserId: userId, status }: Approver,
  identifier: string,
): Promise<ApprovalRefusal | null> {
  if (status !== 'approved') return null;
  const { accountId, noSelfApproval } = await prisma.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { accountId: true, noSelfApproval: true },
  });
  if (!noSelfApproval) return null;
  // The same commit may be known from several repositories.
  const authors = await prisma.change.groupBy({ by: ['authorUserId'], where: { projectId, identifier } });
  if (authors.some(({ authorUserId }) => authorUserId === userId)) return 'self_approval';
  if (authors.length > 0 && authors.every(({ authorUserId }) => authorUserId !== null)) return null;
  const owners = await prisma.accountMembership.count({ where: { accountId, userId, role: 'owner' } });
  return owners === 0 ? 'unknown_author' : null;
}
