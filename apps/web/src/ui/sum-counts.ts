export function sumCounts<Field extends string>(
  groups: readonly ({ readonly [Name in Field]: string } & { readonly count: number })[],
  field: Field,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const group of groups) sums.set(group[field], (sums.get(group[field]) ?? 0) + group.count);
  return sums;
}
