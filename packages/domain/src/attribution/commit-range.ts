/** A push as it was recorded. */
export interface Push {
  readonly before: string | null;
  readonly after: string | null;
  /** What it brought, oldest first. */
  readonly commits: readonly string[];
}

/** Where a commit is in the recorded pushes of a ref: the newest push that put it there. */
function findPush(commit: string, pushes: readonly Push[]): Push | undefined {
  return pushes.find(({ after, commits }) => after === commit || commits.includes(commit));
}

/**
 * The commits that a ref gained after one commit and up to another, by its recorded pushes, newest first. Null when the
 * record does not lead from one to the other.
 */
export function commitsBetween(pushes: readonly Push[], from: string, to: string): Set<string> | null {
  const found = new Set<string>();
  const walked = new Set<Push>();
  let last = to;
  for (let push = findPush(to, pushes); push !== undefined && !walked.has(push); ) {
    walked.add(push);
    const upTo = push.commits.indexOf(last);
    const brought = upTo < 0 ? push.commits : push.commits.slice(0, upTo + 1);
    const start = brought.lastIndexOf(from);
    for (const commit of brought.slice(start + 1)) found.add(commit);
    if (start >= 0 || push.before === from) return found;
    if (push.before === null) return null;
    last = push.before;
    push = findPush(last, pushes);
  }
  return null;
}
