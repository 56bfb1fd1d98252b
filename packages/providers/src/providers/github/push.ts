import { type Operation, type RefMove, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { commitText, maybe, optionalCommit } from '../../fields.js';
import { Commit, changeOf } from './commits.js';
import { Flag, firstText, OptionalSha, Repository } from './payload.js';

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
export const Push = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 500 }),
  before: OptionalSha,
  after: OptionalSha,
  forced: Flag,
  deleted: Flag,
  commits: Type.Array(Commit),
  head_commit: maybe(Commit),
  repository: Repository,
});
export type Push = Static<typeof Push>;

const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';
/** Made by the merge queue to try a merge out, and deleted whether or not it lands. */
const MERGE_QUEUE = `${BRANCH}gh-readonly-queue/`;

/** A push to a branch, a tag or the merge queue: its commits, and what a branch or tag now holds. */
export function pushed(push: Push, { receivedAt }: NormalizeContext): Operation[] {
  const context = { repository: push.repository, branch: branchOf(push.ref), receivedAt };
  const told = broughtCommits(push).map((commit) => changeOf(commit, context));
  const changes = push.ref.startsWith(MERGE_QUEUE)
    ? told.map((change) => ({ ...change, trial: true as const }))
    : told;
  const move = isHolder(push.ref) ? refMoveOf(push, receivedAt) : null;
  return move === null ? changes : [...changes, move];
}

/** Whether the ref keeps the commits it stands at. */
function isHolder(ref: string): boolean {
  return branchOf(ref) !== null || ref.startsWith(TAG);
}

function branchOf(ref: string): string | null {
  const held = ref.startsWith(BRANCH) && !ref.startsWith(MERGE_QUEUE) && ref.length > BRANCH.length;
  return held ? ref.slice(BRANCH.length) : null;
}

/** A ref that is new, or moved back, brings no commit of its own; the one it stands at is told apart. */
function broughtCommits({ commits, head_commit }: Push): Commit[] {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  if (head_commit != null && !byId.has(head_commit.id))
    byId.set(head_commit.id, { ...head_commit, distinct: false });
  return [...byId.values()];
}

function refMoveOf(push: Push, receivedAt: number): RefMove | null {
  const told = firstText(push.after);
  const deleted = push.deleted === true || (told !== null && isNoCommit(told));
  const after = heldCommit(push);
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

/** The commit the ref is at. An annotated tag is an object of its own, which `after` names instead. */
function heldCommit({ ref, after, head_commit: head, commits }: Push): string | null {
  const last = commits.at(-1)?.id;
  return ref.startsWith(TAG) ? firstText(head?.id, last, after) : firstText(after, head?.id, last);
}

/** Zeros stand for no commit: forty, or sixty-four in a SHA-256 repository. */
function isNoCommit(sha: string): boolean {
  return /^0*$/.test(sha);
}
