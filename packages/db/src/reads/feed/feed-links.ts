import type { DatabaseHandle } from '../../database.js';

/** The project behind a feed address, as long as its owner belongs to the account and may read the project. */
async function findFeedProject({ prisma }: DatabaseHandle, id: string) {
  const link = await prisma.feedLink.findUnique({
    where: { id },
    select: { userId: true, project: { select: { id: true, accountId: true, name: true } } },
  });
  if (link === null) return null;
  const { userId, project } = link;
  const where = { userId_accountId: { userId, accountId: project.accountId }, suspendedAt: null };
  const member = await prisma.accountMembership.findUnique({ where, select: { userId: true } });
  return member && project;
}

/** The id of a person's feed address for a project; null if they have none. */
async function findFeedLinkId(
  { prisma }: DatabaseHandle,
  projectId: number,
  userId: number,
): Promise<string | null> {
  const key = { projectId_userId: { projectId, userId } };
  return (await prisma.feedLink.findUnique({ where: key, select: { id: true } }))?.id ?? null;
}

export const reads = { findFeedProject, findFeedLinkId };
