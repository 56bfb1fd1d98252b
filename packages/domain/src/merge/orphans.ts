import { orderMoves, type RecordedMove } from './ref-order.js';

/** The index of a move among its ref's moves. */
type Place = number;

/** How many pushes to follow back from a forced one. */
const MAX_STEPS = 1_000;

/** The commits that a forced push dropped from its ref. */
interface Drop {
  readonly place: Place;
  readonly at: number;
  /** Newest first; in each line, a commit is followed by its ancestors. */
  readonly lines: readonly (readonly string[])[];
}

/** One ref's moves in order, and indexes into them. */
interface RefHistory {
  readonly moves: readonly RecordedMove[];
  /** Moves by the commit they moved the ref to. */
  readonly byAfter: ReadonlyMap<string, readonly Place[]>;
  /** Moves by each commit they added to the ref. */
  readonly byCommit: ReadonlyMap<string, readonly Place[]>;
  /**
   * Commits that a move set the ref to without necessarily listing their ancestors: the move did not list the commits
   * themselves, they had been on the ref before, or the order of moves is unknown. The ref also holds the ancestors.
   */
  readonly setTo: ReadonlySet<string>;
  /** By time: the commits that the ref may have pointed to after moves whose order is unknown. */
  readonly openEnds: ReadonlyMap<number, ReadonlySet<string>>;
}

interface RefDrops extends RefHistory {
  readonly drops: readonly Drop[];
  /** When each commit was last dropped, unless it returned to the ref. */
  readonly dropped: ReadonlyMap<string, number>;
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function raise(times: Map<string, number>, commit: string, at: number): void {
  times.set(commit, Math.max(times.get(commit) ?? 0, at));
}

function historyOf(recorded: readonly RecordedMove[]): RefHistory {
  const { moves, openEnds } = orderMoves(recorded);
  const byAfter = new Map<string, Place[]>();
  const byCommit = new Map<string, Place[]>();
  const setTo = new Set([...openEnds.values()].flatMap((ends) => [...ends]));
  for (const [place, move] of moves.entries()) {
    const { after } = move;
    const commits = new Set(move.commits);
    if (after !== null) add(byAfter, after, place);
    if (after !== null && (!commits.has(after) || byCommit.has(after))) setTo.add(after);
    for (const commit of after === null ? commits : commits.add(after)) add(byCommit, commit, place);
  }
  return { moves, byAfter, byCommit, setTo, openEnds };
}

/** The last recorded push, before the forced one, that moved the ref to a commit. */
function pushTo(commit: string | null, { moves, byAfter }: RefHistory, forced: Place): RecordedMove | null {
  const places = commit === null ? [] : (byAfter.get(commit) ?? []);
  return moves[places.findLast((place) => place < forced) ?? -1] ?? null;
}

/** If a push only moved the ref back to a commit, the push that added that commit; otherwise the push itself. */
function adderOf(push: RecordedMove, { moves, byCommit }: RefHistory, forced: Place): RecordedMove {
  const { after } = push;
  if (after === null || push.commits.includes(after)) return push;
  const isAdder = (place: Place) => place < forced && moves[place]?.commits.includes(after);
  return moves[byCommit.get(after)?.findLast(isAdder) ?? -1] ?? push;
}

/** A push on the way back through a ref's history, and the commits it had added up to that point. */
interface Step {
  readonly before: string | null;
  readonly forced: boolean;
  /** Oldest first. */
  readonly commits: readonly string[];
}

function stepTo(commit: string | null, history: RefHistory, forced: Place): Step | null {
  const push = pushTo(commit, history, forced);
  if (push === null || commit === null) return null;
  const adder = adderOf(push, history, forced);
  const commits = adder === push ? push.commits : adder.commits.slice(0, adder.commits.indexOf(commit) + 1);
  return { before: adder.before, forced: adder.forced, commits };
}

/**
 * If the forced push moved the ref back to a commit in its recorded history, it dropped everything pushed since.
 * Otherwise the history was rewritten from an unknown commit, and only the last push before it is known to be dropped.
 */
function dropOf({ before, after, at }: RecordedMove, place: Place, history: RefHistory): Drop | null {
  if (before === null) return null;
  const first = stepTo(before, history, place);
  const walked = new Set<string | null>();
  const lines = [[before]];
  let tip: string | null = before;
  for (let step = first; step !== null && !walked.has(tip) && walked.size < MAX_STEPS; ) {
    walked.add(tip);
    const newTip = after === null ? -1 : step.commits.indexOf(after);
    lines.at(-1)?.push(...step.commits.slice(newTip + 1).toReversed());
    if (newTip >= 0 || step.before === after) return { place, at, lines };
    // The commits that a forced push left behind are not ancestors of those it added.
    if (step.forced) lines.push([]);
    tip = step.before;
    step = stepTo(tip, history, place);
  }
  return { place, at, lines: [[before, ...(first?.commits.toReversed() ?? [])]] };
}

function dropsOf(history: RefHistory): RefDrops {
  const { moves, byCommit, openEnds } = history;
  const drops = moves.flatMap((move, place) => (move.forced ? (dropOf(move, place, history) ?? []) : []));
  const dropped = new Map<string, number>();
  for (const { place, at, lines } of drops)
    for (const commit of lines.flat()) {
      const hasReturned = (byCommit.get(commit)?.at(-1) ?? -1) >= place;
      if (!hasReturned && !openEnds.get(at)?.has(commit)) raise(dropped, commit, at);
    }
  return { ...history, drops, dropped };
}

function refsOf(moves: readonly RecordedMove[]): RefDrops[] {
  const byRef = new Map<string, RecordedMove[]>();
  for (const move of moves) add(byRef, move.ref, move);
  return [...byRef.values()].map((own) => dropsOf(historyOf(own)));
}

/** No recorded push dropped the commit. */
const HELD = Number.POSITIVE_INFINITY;

/** When a ref last dropped each commit that it was set to; HELD if it still holds the commit. */
function setToTimes(refs: readonly RefDrops[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { setTo, dropped } of refs)
    for (const commit of setTo) raise(times, commit, dropped.get(commit) ?? HELD);
  return times;
}

/** A ref holds the ancestors of a commit for as long as it holds the commit. */
function holdAncestors(times: Map<string, number>, refs: readonly RefDrops[]): void {
  const held = setToTimes(refs);
  for (const line of refs.flatMap(({ drops }) => drops.flatMap(({ lines }) => lines))) {
    let until = 0;
    for (const commit of line) {
      until = Math.max(until, held.get(commit) ?? 0);
      if (times.has(commit)) raise(times, commit, until);
    }
  }
}

/**
 * When a repository's commits were orphaned: a forced push dropped them from a ref, and no other ref holds them.
 * Deleting a ref orphans nothing. `moves` must include all moves of every ref that mentions one of the commits; see
 * `commitsAtStake`.
 */
export function orphanTimes(moves: readonly RecordedMove[]): Map<string, number> {
  const refs = refsOf(moves);
  const times = new Map<string, number>();
  for (const { dropped } of refs) for (const [commit, at] of dropped) raise(times, commit, at);
  for (const commit of times.keys()) {
    const isHeld = refs.some(({ dropped, byCommit }) => !dropped.has(commit) && byCommit.has(commit));
    if (isHeld) times.set(commit, HELD);
  }
  holdAncestors(times, refs);
  return new Map([...times].filter(([, at]) => at !== HELD));
}

/** The commits through which a forced push affects other refs: those it dropped, and those its ref was set to. */
export function commitsAtStake(moves: readonly RecordedMove[]): Set<string> {
  const forced = refsOf(moves).filter(({ drops }) => drops.length > 0);
  return new Set(forced.flatMap(({ drops, setTo }) => [...drops.flatMap(({ lines }) => lines.flat()), ...setTo]));
}
