/** The fields of a change that decide which other changes it reverts. */
export interface RevertibleChange {
  readonly id: number;
  readonly identifier: string;
  readonly description: string;
}

const BY_COMMIT = /\breverts commit ([0-9a-f]{7,64})\b/gi;
const BY_TITLE = /^(?:revert|reapply) "(.{1,300})"/i;
const BY_CHANGELIST =
  /\b(?:undo|undid|undoes|back(?:ed|ing|s)? ?out|revert(?:s|ed|ing)?)\b[^\n\d]{0,40}?(?:cl|change|changelist)? ?[#@]?(\d{3,12})\b/gi;
const LONGEST = 4_000;

const titleOf = (description: string) => description.split('\n', 1)[0]?.trim() ?? '';

/** The earlier changes that a change reverts, according to its description. */
function findReverted<C extends RevertibleChange>(change: C, earlier: readonly C[]): C[] {
  const text = change.description.slice(0, LONGEST);
  const commits = [...text.matchAll(BY_COMMIT)].map(([, commit = '']) => commit.toLowerCase());
  const numbers = new Set([...text.matchAll(BY_CHANGELIST)].map(([, number = '']) => number));
  const named = earlier.filter(
    ({ identifier }) =>
      numbers.has(identifier) || commits.some((commit) => identifier.toLowerCase().startsWith(commit)),
  );
  const title = BY_TITLE.exec(titleOf(text))?.[1];
  if (named.length > 0 || commits.length > 0 || title === undefined) return named;
  return earlier.filter(({ description }) => titleOf(description) === title).slice(-1);
}

/** Whether a change reverts an earlier one, according to its description. */
export function reverts(change: RevertibleChange, earlier: RevertibleChange): boolean {
  return findReverted(change, [earlier]).length > 0;
}

/**
 * The changes in a list, oldest first, that are still in effect. A reverted change and its revert are both removed; if
 * the revert is itself reverted, the original change is in effect again.
 */
export function changesInEffect<C extends RevertibleChange>(changes: readonly C[]): C[] {
  const gone = new Set<number>();
  const undone = new Map<number, readonly C[]>();
  for (const [index, change] of changes.entries()) {
    const reverted = findReverted(change, changes.slice(0, index));
    for (const target of reverted) {
      for (const again of undone.get(target.id) ?? []) gone.delete(again.id);
      gone.add(target.id);
    }
    if (reverted.length === 0) continue;
    gone.add(change.id);
    undone.set(change.id, reverted);
  }
  return changes.filter(({ id }) => !gone.has(id));
}
