import type { DatabaseHandle } from '../../database.js';
import { announceChange } from '../../live-changes.js';

interface Membership {
  readonly projectId: number;
  readonly accountId: number;
  readonly userId: number;
}

/** Adds a person in the account to one of its projects. Returns their name, or null if there is no such person. */
export async function addProjectMember(
  tx: DatabaseHandle,
  { projectId, accountId, userId }: Membership,
): Promise<string | null> {
  const person = await tx.prisma.accountMembership.findUnique({
    where: { userId_accountId: { userId, accountId } },
    select: { role: true, user: { select: { name: true } } },
  });
  if (person === null) return null;
  await tx.prisma.projectMembership.createMany({
    data: [{ projectId, userId, role: person.role }],
    skipDuplicates: true,
  });
  await announceChange(tx, projectId, 'member');
  return person.user.name;
}

/** Removes a person from a project. Returns their name, or null if they are not a member. Their tasks stay theirs. */
export async function removeProjectMember(
  tx: DatabaseHandle,
  { projectId, userId }: Omit<Membership, 'accountId'>,
): Promise<string | null> {
  const member = await tx.prisma.projectMembership.findUnique({
    where: { projectId_userId: { projectId, userId } },
    select: { user: { select: { name: true } } },
  });
  if (member === null) return null;
  await tx.prisma.projectMembership.delete({ where: { projectId_userId: { projectId, userId } } });
  await announceChange(tx, projectId, 'member');
  return member.user.name;
}
