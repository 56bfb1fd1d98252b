import type { OwnedKind } from '@slipway/contracts';
import {
  createFindRule,
  type FoundOwner,
  type Owner,
  type OwnerDirectory,
  onCallOf,
  parseOwners,
  resolveOwner,
} from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { type GroupRecord, listGroups } from '../groups/groups.js';

const MAX_PEOPLE = 2_000;

/** The ownership rules of a project as people wrote them; null if they wrote none. */
function findOwnershipRules({ prisma }: DatabaseHandle, projectId: number) {
  return prisma.ownershipRules.findUnique({
    where: { projectId },
    select: { text: true, userId: true, savedAt: true },
  });
}

/** Everybody who can own something in an account. */
export interface Directory extends OwnerDirectory {
  readonly groups: readonly GroupRecord[];
}

async function findOwnerDirectory(on: DatabaseHandle, accountId: number): Promise<Directory> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const groups = await listGroups(on, accountId);
  const members = await on.prisma.accountMembership.findMany({
    where: { accountId },
    orderBy: { userId: 'asc' },
    take: MAX_PEOPLE,
    select: {
      userId: true,
      user: { select: { name: true, email: true } },
      connectedAccounts: { select: { uid: true } },
    },
  });
  const people = members.map(({ userId, user, connectedAccounts }) => ({
    userId,
    ...user,
    logins: connectedAccounts.map(({ uid }) => uid),
  }));
  return { groups, people };
}

/** Who owns something, with the rule that says so. */
export interface Ownership {
  readonly rule: { readonly line: number; readonly pattern: string };
  readonly owners: readonly FoundOwner[];
}

/** Finds who owns something of a project; null if no rule matches. */
export type FindOwners = (kind: OwnedKind, name: string) => Ownership | null;

const nobody: FindOwners = () => null;

/** Reads the ownership rules of a project, and who is on call at a moment. */
export async function findOwnership(
  on: DatabaseHandle,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  now: number,
): Promise<FindOwners> {
  const saved = await findOwnershipRules(on, id);
  if (saved === null || saved.text === '') return nobody;
  const directory = await findOwnerDirectory(on, accountId);
  const find = createFindRule(parseOwners(saved.text).rules);
  const groups = new Map(directory.groups.map((group) => [group.id, group]));
  const describe = (owner: Owner) => {
    const group = 'groupId' in owner ? groups.get(owner.groupId) : undefined;
    return {
      owner,
      groupName: group?.name ?? null,
      onCallUserId: group === undefined ? null : onCallOf(group, now),
    };
  };
  return (kind, name) => {
    const rule = find(kind, name);
    if (rule === null) return null;
    const { line, pattern } = rule;
    const owners = rule.owners.flatMap((written) => {
      const owner = resolveOwner(written, directory);
      return owner === null ? [] : [{ kind, pattern, ...describe(owner) }];
    });
    return { rule: { line, pattern }, owners };
  };
}

export const reads = { findOwnershipRules, findOwnerDirectory, findOwnership };
