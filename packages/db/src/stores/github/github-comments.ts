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
  readonly commentId: number;
  readonly showsFailure: boolean;
}

/** The comment on a pull request, as far as it is known. */
export async function findComment({ prisma }: DatabaseHandle, key: PullRequestKey): Promise<number | null> {
  const found = await prisma.githubComment.findUnique({
    where: { integrationId_repository_pullNumber: key },
    select: { commentId: true },
  });
  return found && Number(found.commentId);
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
