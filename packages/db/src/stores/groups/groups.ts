import { slugOf, weekOf } from '@slipway/domain';
import { announceAccount } from '../../announce-account.js';
import type { DatabaseHandle } from '../../database.js';
import { lockAccount } from '../members/members.js';

export interface GroupKey {
  readonly accountId: number;
  readonly id: number;
}

/** What an owner sets for a group. Undefined leaves a field as it is. */
export interface GroupEdit {
  readonly name: string | undefined;
  /** In the order in which they take turns. */
  readonly userIds: readonly number[] | undefined;
  /** Whether they take turns on call, beginning with the first one in the current week. */
  readonly rotates: boolean | undefined;
}

export type GroupRefusal = 'too_many' | 'no_letters' | 'same_name' | 'not_a_member';

/** Limited because every member of the account reads them all. */
export const MAX_GROUPS = 200;

/** Creates a group; returns why it was not created, or null. */
export async function createGroup(
  tx: DatabaseHandle,
  accountId: number,
  { name, ...edit }: GroupEdit & { readonly name: string },
  now: number,
): Promise<GroupRefusal | null> {
  await lockAccount(tx, accountId);
  if ((await tx.prisma.accountGroup.count({ where: { accountId } })) >= MAX_GROUPS) return 'too_many';
  const refusal = await refusalOf(tx, { accountId, id: 0 }, { name, ...edit });
  if (refusal !== null) return refusal;
  const { id } = await tx.prisma.accountGroup.create({
    data: { accountId, name, slug: slugOf(name) },
    select: { id: true },
  });
  await applyEdit(tx, { accountId, id }, { name: undefined, ...edit }, now);
  return null;
}

/** Changes a group; returns why it was not changed, or null. */
export async function updateGroup(
  tx: DatabaseHandle,
  key: GroupKey,
  edit: GroupEdit,
  now: number,
): Promise<GroupRefusal | null> {
  await lockAccount(tx, key.accountId);
  const refusal = await refusalOf(tx, key, edit);
  if (refusal === null) await applyEdit(tx, key, edit, now);
  return refusal;
}

async function refusalOf(
  { prisma }: DatabaseHandle,
  { accountId, id }: GroupKey,
  { name, userIds }: GroupEdit,
): Promise<GroupRefusal | null> {
  if (name !== undefined) {
    const slug = slugOf(name);
    if (slug === '') return 'no_letters';
    const same = await prisma.accountGroup.findFirst({ where: { accountId, slug, id: { not: id } } });
    if (same !== null) return 'same_name';
  }
  if (userIds === undefined) return null;
  const members = await prisma.accountMembership.count({ where: { accountId, userId: { in: [...userIds] } } });
  return members === userIds.length ? null : 'not_a_member';
}

async function applyEdit(
  tx: DatabaseHandle,
  { accountId, id }: GroupKey,
  { name, userIds, rotates }: GroupEdit,
  now: number,
): Promise<void> {
  const { prisma } = tx;
  if (name !== undefined) await prisma.accountGroup.update({ where: { id }, data: { name, slug: slugOf(name) } });
  if (userIds !== undefined) {
    await prisma.groupMember.deleteMany({ where: { groupId: id } });
    await prisma.groupMember.createMany({
      data: userIds.map((userId, position) => ({ groupId: id, userId, accountId, position })),
    });
  }
  if (rotates !== undefined)
    await prisma.accountGroup.update({ where: { id }, data: { rotatesFrom: rotates ? weekOf(now) : null } });
  await announceAccount(tx, accountId, 'member');
}

/** The name of a group of an account; null if there is none. */
export async function findGroupName(
  { prisma }: DatabaseHandle,
  { accountId, id }: GroupKey,
): Promise<string | null> {
  const found = await prisma.accountGroup.findFirst({ where: { id, accountId }, select: { name: true } });
  return found?.name ?? null;
}

export async function deleteGroup(tx: DatabaseHandle, { accountId, id }: GroupKey): Promise<void> {
  await tx.prisma.accountGroup.delete({ where: { id, accountId } });
  await announceAccount(tx, accountId, 'member');
}

/** Makes a member of the group be on call in a week, or leaves it to their turns. False if they do not belong to it. */
export async function swapWeek(
  tx: DatabaseHandle,
  { accountId, id: groupId }: GroupKey,
  { week, userId }: { readonly week: Date; readonly userId: number | null },
): Promise<boolean> {
  const { prisma } = tx;
  await prisma.groupSwap.deleteMany({ where: { groupId, week } });
  if (userId !== null) {
    const member = await prisma.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } } });
    if (member === null) return false;
    await prisma.groupSwap.create({ data: { groupId, week, userId, accountId } });
  }
  await announceAccount(tx, accountId, 'member');
  return true;
}
