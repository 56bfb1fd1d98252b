import { canonicalJson } from '../json/canonical-json.js';
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
  /** Newest first, each commit of a line with those below it. */
  readonly lines: readonly (readonly string[])[];
  readonly undone: ReadonlySet<RecordedMove>;
}

/** The moves of one ref, in an order of their own, and where to find them. */
interface RefHistory {
  readonly moves: readonly RecordedMove[];
  /** By the commit they left the ref at. */
  readonly byAfter: ReadonlyMap<string, readonly RecordedMove[]>;
  /** By each commit that they put on the ref. */
  readonly byCommit: ReadonlyMap<string, readonly RecordedMove[]>;
  /** Where the ref was put without being told how it got there: it holds what is below. */
  readonly stands: ReadonlySet<string>;
}

interface RefDrops extends RefHistory {
  readonly drops: readonly Drop[];
  /** When each commit that did not come back to the ref was dropped last. */
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

function historyOf(told: readonly RecordedMove[]): RefHistory {
  const moves = told.toSorted((a, b) => a.at - b.at || compareText(canonicalJson(a), canonicalJson(b)));
  const byAfter = new Map<string, RecordedMove[]>();
  const byCommit = new Map<string, RecordedMove[]>();
  const stands = new Set<string>();
  for (const move of moves) {
    const { after } = move;
    const commits = new Set(move.commits);
    if (after !== null) add(byAfter, after, move);
    if (after !== null && !commits.has(after)) stands.add(after);
    for (const commit of after === null ? commits : commits.add(after)) add(byCommit, commit, move);
  }
  return { moves, byAfter, byCommit, stands };
}

/** The last recorded push that left the ref at a commit, before the forced one. */
function pushTo(commit: string | null, { byAfter }: RefHistory, forced: RecordedMove): RecordedMove | null {
  const pushes = commit === null ? [] : (byAfter.get(commit) ?? []);
  return pushes.findLast((move) => move !== forced && move.at <= forced.at) ?? null;
}

/** The push that had brought the commit which another only put the ref back to, or else that one. */
function bringerOf(push: RecordedMove, { byCommit }: RefHistory, forced: RecordedMove): RecordedMove {
  const { after } = push;
  if (after === null || push.commits.includes(after)) return push;
  const isBringer = (move: RecordedMove) =>
    move !== forced && move.at <= forced.at && move.commits.includes(after);
  return byCommit.get(after)?.findLast(isBringer) ?? push;
}

/** A push on the way back from where a ref stood, and what it had brought up to there. */
interface Step {
  readonly moves: readonly RecordedMove[];
  readonly before: string | null;
  readonly forced: boolean;
  /** Oldest first. */
  readonly commits: readonly string[];
}

function stepTo(commit: string | null, history: RefHistory, forced: RecordedMove): Step | null {
  const push = pushTo(commit, history, forced);
  if (push === null || commit === null) return null;
  const bringer = bringerOf(push, history, forced);
  const commits = bringer === push ? push.commits : bringer.commits.slice(0, bringer.commits.indexOf(commit) + 1);
  return { moves: [push, bringer], before: bringer.before, forced: bringer.forced, commits };
}

/**
 * Where the ref went back to a commit that recorded pushes lead on from, all they brought since is dropped. Else its
 * history was written anew from a place nobody told: the push that brought the ref to where it stood is dropped.
 */
function dropOf(forced: RecordedMove, history: RefHistory): Drop | null {
  if (forced.before === null) return null;
  const { at, after } = forced;
  const first = stepTo(forced.before, history, forced);
  const walked = new Set<string | null>();
  const undone = new Set<RecordedMove>();
  const lines = [[forced.before]];
  let stood: string | null = forced.before;
  for (let step = first; step !== null && !walked.has(stood) && walked.size < MAX_STEPS; ) {
    walked.add(stood);
    for (const move of step.moves) undone.add(move);
    const kept = after === null ? -1 : step.commits.indexOf(after);
    lines.at(-1)?.push(...step.commits.slice(kept + 1).toReversed());
    if (kept >= 0 || step.before === after) return { at, lines, undone };
    // What a forced push left is not below what it brought.
    if (step.forced) lines.push([]);
    stood = step.before;
    step = stepTo(stood, history, forced);
  }
  const line = [forced.before, ...(first?.commits.toReversed() ?? [])];
  return { at, lines: [line], undone: new Set(first?.moves) };
}

function dropsOf(history: RefHistory): RefDrops {
  const forced = history.moves.filter((move) => move.forced);
  const drops = forced.map((move) => dropOf(move, history)).filter((drop) => drop !== null);
  const dropped = new Map<string, number>();
  for (const { at, lines, undone } of drops)
    for (const commit of lines.flat()) {
      const holders = history.byCommit.get(commit) ?? [];
      if (!holders.some((move) => move.at >= at && !undone.has(move))) raise(dropped, commit, at);
    }
  return { ...history, drops, dropped };
}

function refsOf(moves: readonly RecordedMove[]): RefDrops[] {
  const byRef = new Map<string, RecordedMove[]>();
  for (const move of moves) add(byRef, move.ref, move);
  return [...byRef.values()].map((own) => dropsOf(historyOf(own)));
}

/** Held for ever, as far as is known. */
const HELD = Number.POSITIVE_INFINITY;

/** Until when each commit that refs were put at, without being told what is below it, was held by them. */
function standTimes(refs: readonly RefDrops[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { stands, dropped } of refs)
    for (const commit of stands) raise(times, commit, dropped.get(commit) ?? HELD);
  return times;
}

/** What is below a commit that a ref was put at is held for as long. */
function holdBelow(times: Map<string, number>, refs: readonly RefDrops[]): void {
  const stood = standTimes(refs);
  for (const line of refs.flatMap(({ drops }) => drops.flatMap(({ lines }) => lines))) {
    let until = 0;
    for (const commit of line) {
      until = Math.max(until, stood.get(commit) ?? 0);
      if (times.has(commit)) raise(times, commit, until);
    }
  }
}

/**
 * When commits of a repository were orphaned, by all recorded moves of the refs that name them or others at stake with
 * them: dropped from a ref by a forced push, and on no other ref. Deleting a ref orphans nothing. Commits that are held
 * are not in the answer.
 */
export function orphanTimes(moves: readonly RecordedMove[]): Map<string, number> {
  const refs = refsOf(moves);
  const times = new Map<string, number>();
  for (const { dropped } of refs) for (const [commit, at] of dropped) raise(times, commit, at);
  for (const commit of times.keys()) {
    const isHeld = refs.some(({ dropped, byCommit }) => !dropped.has(commit) && byCommit.has(commit));
    if (isHeld) times.set(commit, HELD);
  }
  holdBelow(times, refs);
  return new Map([...times].filter(([, at]) => at !== HELD));
}

/** The commits by which refs with forced pushes bear on others: those they dropped, and those they were put at. */
export function commitsAtStake(moves: readonly RecordedMove[]): Set<string> {
  const forced = refsOf(moves).filter(({ drops }) => drops.length > 0);
  return new Set(
    forced.flatMap(({ drops, stands }) => [...drops.flatMap(({ lines }) => lines.flat()), ...stands]),
  );
}
