import type { Rotation } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

/** A team of an account. */
export interface GroupRecord extends Rotation {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** In the order in which they take turns on call. */
  readonly members: readonly { readonly userId: number; readonly name: string }[];
}

/** The groups of an account, by name. */
export async function listGroups({ prisma }: DatabaseHandle, accountId: number): Promise<GroupRecord[]> {
  const person = {
    select: { userId: true, membership: { select: { user: { select: { name: true } } } } },
  } as const;
  const groups = await prisma.accountGroup.findMany({
    where: { accountId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      name: true,
      slug: true,
      rotatesFrom: true,
      members: { ...person, orderBy: [{ position: 'asc' }, { userId: 'asc' }] },
      swaps: { select: { week: true, userId: true } },
    },
  });
  return groups.map(({ members, ...group }) => ({
    ...group,
    userIds: members.map(({ userId }) => userId),
    members: members.map(({ userId, membership }) => ({ userId, name: membership.user.name })),
  }));
}

export const reads = { listGroups };
