import { ASSET_TYPES, type AssetType } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { type Sql, sql } from '../../sql.js';
import { listGroups } from '../groups/groups.js';
import { findOwnership } from '../ownership/ownership.js';

/** A type of assets of a project. */
export interface ReviewedType {
  readonly projectId: number;
  readonly assetType: AssetType;
}

/** A type of assets that groups review, with the people in them. */
export interface TypeReviewers extends ReviewedType {
  readonly groups: readonly string[];
  readonly userIds: ReadonlySet<number>;
}

/**
 * Which groups review which types of assets in the projects of an account: those that the ownership rules name as owners
 * with `asset:`. Anybody may still decide.
 */
export async function listReviewedTypes(
  on: DatabaseHandle,
  accountId: number,
  now: number,
): Promise<TypeReviewers[]> {
  const rules = await on.prisma.ownershipRules.findMany({
    where: { project: { accountId, archivedAt: null }, text: { contains: 'asset:' } },
    orderBy: { projectId: 'asc' },
    select: { projectId: true },
  });
  if (rules.length === 0) return [];
  const members = new Map((await listGroups(on, accountId)).map(({ id, userIds }) => [id, userIds]));
  const reviewed: TypeReviewers[] = [];
  for (const { projectId } of rules) {
    const ownersOf = await findOwnership(on, { id: projectId, accountId }, now);
    for (const assetType of ASSET_TYPES) {
      const owners = (ownersOf('asset', assetType)?.owners ?? []).filter(({ groupName }) => groupName !== null);
      if (owners.length === 0) continue;
      const ids = owners.flatMap(({ owner }) => ('groupId' in owner ? (members.get(owner.groupId) ?? []) : []));
      const groups = owners.map(({ groupName }) => groupName ?? '');
      reviewed.push({ projectId, assetType, groups, userIds: new Set(ids) });
    }
  }
  return reviewed;
}

/** Whether an asset is of one of some types. */
export function isOfTypes(
  { projectId, assetType }: { readonly projectId: Sql; readonly assetType: Sql },
  types: readonly ReviewedType[],
): Sql {
  if (types.length === 0) return sql`false`;
  const projectIds = types.map((type) => type.projectId);
  const names = types.map((type) => type.assetType);
  return sql`((${projectId}, ${assetType}::text) IN (SELECT * FROM unnest(${projectIds}::int[], ${names}::text[])))`;
}

export const reads = { listReviewedTypes };
