import { type Operation, type RefMove, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { commitText, OptionalFlag, optional, optionalCommit } from '../../shared/fields.js';
import { Commit, changeOf } from './commits.js';
import { firstText, OptionalSha, Repository } from './payload.js';

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
export const Push = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 500 }),
  before: OptionalSha,
  after: OptionalSha,
  forced: OptionalFlag,
  deleted: OptionalFlag,
  commits: Type.Array(Commit),
  head_commit: optional(Commit),
  repository: Repository,
});
export type Push = Static<typeof Push>;

const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';
/** Branches on which the merge queue tries a merge. It deletes them whether or not the merge lands. */
const MERGE_QUEUE = `${BRANCH}gh-readonly-queue/`;

/** Reports the commits of a push and the move of its branch or tag. */
export function pushed(push: Push, { receivedAt }: NormalizeContext): Operation[] {
  const context = { repository: push.repository, branch: branchOf(push.ref), receivedAt };
  const pushedChanges = commitsOf(push).map((commit) => changeOf(commit, context));
  const changes = push.ref.startsWith(MERGE_QUEUE)
    ? pushedChanges.map((change) => ({ ...change, trial: true as const }))
    : pushedChanges;
  const move = isBranchOrTag(push.ref) ? refMoveOf(push, receivedAt) : null;
  return move === null ? changes : [...changes, move];
}

function isBranchOrTag(ref: string): boolean {
  return branchOf(ref) !== null || ref.startsWith(TAG);
}

function branchOf(ref: string): string | null {
  const isBranch = ref.startsWith(BRANCH) && !ref.startsWith(MERGE_QUEUE) && ref.length > BRANCH.length;
  return isBranch ? ref.slice(BRANCH.length) : null;
}

/** A push that creates a ref or moves it back lists no commits; `head_commit` is the commit that the ref points to. */
function commitsOf({ commits, head_commit }: Push): Commit[] {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  if (head_commit != null && !byId.has(head_commit.id))
    byId.set(head_commit.id, { ...head_commit, distinct: false });
  return [...byId.values()];
}

function refMoveOf(push: Push, receivedAt: number): RefMove | null {
  const reported = firstText(push.after);
  const deleted = push.deleted === true || (reported !== null && isNoCommit(reported));
  const after = targetOf(push);
  if (after === null && !deleted) return null;
  const before = push.before ?? '';
  return {
    kind: 'ref_move',
    repository: push.repository.full_name,
    ref: push.ref,
    before: isNoCommit(before) ? null : commitText(before),
    after: deleted ? null : optionalCommit(after),
    forced: push.forced === true,
    commits: [...new Set(push.commits.map(({ id }) => commitText(id)))],
    at: readProviderTime(push.repository.pushed_at) ?? receivedAt,
  };
}

/** The commit that the ref points to. For an annotated tag, `after` is the tag object instead. */
function targetOf({ ref, after, head_commit: head, commits }: Push): string | null {
  const last = commits.at(-1)?.id;
  return ref.startsWith(TAG) ? firstText(head?.id, last, after) : firstText(after, head?.id, last);
}

/** Git writes "no commit" as zeros: 40, or 64 in a SHA-256 repository. */
function isNoCommit(sha: string): boolean {
  return /^0*$/.test(sha);
}
