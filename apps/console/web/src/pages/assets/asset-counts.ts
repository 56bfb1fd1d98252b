interface Group {
  readonly asset_type: string;
  readonly approval_status: string;
  readonly count: number;
}

/** Adds up the counts of groups that share a type or a status. */
export function countBy(
  groups: readonly Group[],
  field: 'asset_type' | 'approval_status',
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const group of groups) sums.set(group[field], (sums.get(group[field]) ?? 0) + group.count);
  return sums;
}
