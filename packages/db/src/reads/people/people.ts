import type { Role } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** A project member's name, as other members see it. */
export interface PersonRecord {
  readonly userId: number;
  readonly name: string;
  readonly role: Role;
}

const MAX_PEOPLE = 1_000;

/** Everyone who was added to the project, by name. */
async function listPeople({ prisma }: DatabaseHandle, projectId: number): Promise<PersonRecord[]> {
  const members = await prisma.projectMembership.findMany({
    where: { projectId },
    select: { userId: true, role: true, user: { select: { name: true } } },
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
    take: MAX_PEOPLE,
  });
  return members.map(({ userId, role, user }) => ({ userId, role, name: user.name }));
}

export const reads = { listPeople };
