import { canonicalJson } from '../canonical-json.js';
import { compareText } from './compare-text.js';

/** A recorded move of a ref. */
export interface RecordedMove {
  readonly ref: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly forced: boolean;
  /** What it brought, oldest first. */
  readonly commits: readonly string[];
  readonly at: number;
}

/** How far back a forced push is followed. */
const MAX_STEPS = 1_000;

/** What a forced push took off its ref, and the moves that had brought it there. */
interface Drop {
  readonly at: number;
  readonly commits: readonly string[];
  readonly undone: ReadonlySet<RecordedMove>;
}

/** The moves of one ref, in an order of their own, and where to find them. */
interface RefHistory {
  readonly moves: readonly RecordedMove[];
  /** By the commit they left the ref at. */
  readonly byAfter: ReadonlyMap<string, readonly RecordedMove[]>;
  /** By each commit that they put on the ref. */
  readonly byCommit: ReadonlyMap<string, readonly RecordedMove[]>;
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function historyOf(told: readonly RecordedMove[]): RefHistory {
  const moves = told.toSorted((a, b) => a.at - b.at || compareText(canonicalJson(a), canonicalJson(b)));
  const byAfter = new Map<string, RecordedMove[]>();
  const byCommit = new Map<string, RecordedMove[]>();
  for (const move of moves) {
    if (move.after !== null) add(byAfter, move.after, move);
    for (const commit of new Set([...move.commits, ...(move.after === null ? [] : [move.after])]))
      add(byCommit, commit, move);
  }
  return { moves, byAfter, byCommit };
}

/** The last recorded push that left the ref at a commit, before the forced one. */
function pushTo(commit: string | null, { byAfter }: RefHistory, forced: RecordedMove): RecordedMove | null {
  const pushes = commit === null ? [] : (byAfter.get(commit) ?? []);
  return pushes.findLast((move) => move !== forced && move.at <= forced.at) ?? null;
}

/**
 * Where the ref went back to a commit that recorded pushes lead on from, all they brought since is dropped. Else its
 * history was written anew from a place nobody told: the push that brought the ref to where it stood is dropped.
 */
function dropOf(forced: RecordedMove, history: RefHistory): Drop | null {
  if (forced.before === null) return null;
  const first = pushTo(forced.before, history, forced);
  const walked = new Set<RecordedMove>();
  const dropped = new Set([forced.before]);
  for (let push = first; push !== null && !walked.has(push) && walked.size < MAX_STEPS; ) {
    walked.add(push);
    const kept = forced.after === null ? -1 : push.commits.indexOf(forced.after);
    for (const commit of push.commits.slice(kept + 1)) dropped.add(commit);
    if (kept >= 0 || push.before === forced.after) return { at: forced.at, commits: [...dropped], undone: walked };
    push = pushTo(push.before, history, forced);
  }
  const commits = [...new Set([forced.before, ...(first?.commits ?? [])])];
  return { at: forced.at, commits, undone: new Set(first === null ? [] : [first]) };
}

/** When each commit that forced pushes dropped from a ref, and that did not come back to it, was dropped last. */
function droppedFrom(history: RefHistory): Map<string, number> {
  const times = new Map<string, number>();
  for (const forced of history.moves) {
    const drop = forced.forced ? dropOf(forced, history) : null;
    for (const commit of drop?.commits ?? []) {
      const holders = history.byCommit.get(commit) ?? [];
      const isBack = holders.some((move) => move.at >= forced.at && !drop?.undone.has(move));
      if (!isBack) times.set(commit, Math.max(times.get(commit) ?? 0, forced.at));
    }
  }
  return times;
}

/**
 * When commits of a repository were orphaned, by all recorded moves of the refs that name them: dropped from a ref by a
 * forced push, and on no other ref. Deleting a ref orphans nothing. Commits that are held are not in the answer.
 */
export function orphanTimes(moves: readonly RecordedMove[]): Map<string, number> {
  const byRef = new Map<string, RecordedMove[]>();
  for (const move of moves) add(byRef, move.ref, move);
  const refs = [...byRef.values()].map((own) => {
    const history = historyOf(own);
    return { ...history, dropped: droppedFrom(history) };
  });
  const times = new Map<string, number>();
  for (const { dropped } of refs)
    for (const [commit, at] of dropped) times.set(commit, Math.max(times.get(commit) ?? 0, at));
  for (const commit of [...times.keys()]) {
    const isHeld = refs.some(({ dropped, byCommit }) => !dropped.has(commit) && byCommit.has(commit));
    if (isHeld) times.delete(commit);
  }
  return times;
}
