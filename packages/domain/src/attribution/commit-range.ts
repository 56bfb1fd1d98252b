export interface Push {
  readonly before: string | null;
  readonly after: string | null;
  /** The pushed commits, oldest first. */
  readonly commits: readonly string[];
}

/** A ref's newest recorded push that contains a commit. */
function findPush(commit: string, pushes: readonly Push[]): Push | undefined {
  return pushes.find(({ after, commits }) => after === commit || commits.includes(commit));
}

/**
 * The commits on a ref after one commit and up to another, according to its recorded pushes, newest first. Null if the
 * pushes do not connect the two.
 */
export function commitsBetween(pushes: readonly Push[], from: string, to: string): Set<string> | null {
  const found = new Set<string>();
  const walked = new Set<Push>();
  let last = to;
  for (let push = findPush(to, pushes); push !== undefined && !walked.has(push); ) {
    walked.add(push);
    const upTo = push.commits.indexOf(last);
    const pushed = upTo < 0 ? push.commits : push.commits.slice(0, upTo + 1);
    const start = pushed.lastIndexOf(from);
    for (const commit of pushed.slice(start + 1)) found.add(commit);
    if (start >= 0 || push.before === from) return found;
    if (push.before === null) return null;
    last = push.before;
    push = findPush(last, pushes);
  }
  return null;
}
