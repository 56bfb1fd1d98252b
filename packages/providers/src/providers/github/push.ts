import { type Operation, type RefMove, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { maybe } from '../../fields.js';
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
/** Made by the merge queue to try a merge out, and deleted whether or not it lands. */
const MERGE_QUEUE = `${BRANCH}gh-readonly-queue/`;

/** A push to a branch, a tag or the merge queue: its commits, and where a branch now stands. */
export function pushed(push: Push, { receivedAt }: NormalizeContext): Operation[] {
  const branch = branchOf(push.ref);
  const context = { repository: push.repository, branch, receivedAt };
  const changes = broughtCommits(push).map((commit) => changeOf(commit, context));
  const move = branch === null ? null : refMoveOf(push, receivedAt);
  return move === null ? changes : [...changes, move];
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
  const after = firstText(push.after, push.head_commit?.id, push.commits.at(-1)?.id);
  const deleted = push.deleted === true || (after !== null && isNoCommit(after));
  if (after === null && !deleted) return null;
  const before = push.before ?? '';
  return {
    kind: 'ref_move',
    repository: push.repository.full_name,
    ref: push.ref,
    before: isNoCommit(before) ? null : before,
    after: deleted ? null : after,
    forced: push.forced === true,
    commits: [...new Set(push.commits.map(({ id }) => id))],
    at: readProviderTime(push.repository.pushed_at) ?? receivedAt,
  };
}

/** Zeros stand for no commit: forty, or sixty-four in a SHA-256 repository. */
function isNoCommit(sha: string): boolean {
  return /^0*$/.test(sha);
}
