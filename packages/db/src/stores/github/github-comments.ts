import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';

/** A pull request. */
export interface PullRequestKey {
  readonly integrationId: number;
  readonly repository: string;
  readonly pullNumber: number;
}

/** Slipway's comment on a pull request. */
export interface StoredComment {
  /** Null if GitHub was asked to create it and has not answered. */
  readonly commentId: number | null;
  readonly showsFailure: boolean;
}

/** The comment on a pull request; null if Slipway never wrote one. */
export async function findComment(
  { prisma }: DatabaseHandle,
  key: PullRequestKey,
): Promise<Pick<StoredComment, 'commentId'> | null> {
  const found = await prisma.githubComment.findUnique({
    where: { integrationId_repository_pullNumber: key },
    select: { commentId: true },
  });
  return found && { commentId: found.commentId === null ? null : Number(found.commentId) };
}

/** Remembers the comment on a pull request. */
export async function saveComment(on: DatabaseHandle, key: PullRequestKey, comment: StoredComment): Promise<void> {
  const fields = { ...comment, updatedAt: await databaseTime(on) };
  await on.prisma.githubComment.upsert({
    where: { integrationId_repository_pullNumber: key },
    create: { ...key, ...fields },
    update: fields,
  });
}

/** Forgets the comment on a pull request, because there is none. */
export async function forgetComment({ prisma }: DatabaseHandle, key: PullRequestKey): Promise<void> {
  await prisma.githubComment.deleteMany({ where: key });
}
