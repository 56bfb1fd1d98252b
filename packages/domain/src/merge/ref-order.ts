import { canonicalJson } from '../json/canonical-json.js';
import { compareText } from './compare-text.js';

export interface RecordedMove {
  readonly ref: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly forced: boolean;
  /** The pushed commits, oldest first. */
  readonly commits: readonly string[];
  readonly at: number;
}

/** One ref's moves, in the order in which they happened. */
export interface OrderedMoves<Move extends RecordedMove = RecordedMove> {
  readonly moves: readonly Move[];
  /** By time: where the ref may have ended up, if the moves at that time leave it open. */
  readonly openEnds: ReadonlyMap<number, ReadonlySet<string>>;
}

/** What a ref points to; null while it does not exist. */
type Target = string | null;

/** The moves with the same time, and where they may begin and end. */
interface Group<Move> {
  readonly at: number;
  readonly moves: readonly Move[];
  /** Whether the moves lead back to where they began, which may be any of `starts`. */
  readonly isCircuit: boolean;
  starts: ReadonlySet<Target>;
  ends: ReadonlySet<Target>;
}

/**
 * Orders one ref's moves. GitHub's times have whole seconds, so moves with the same time are ordered by what they say
 * about the ref: each begins where the previous one ended. If they form a circle, the moves before and after that time
 * show where it begins. The result depends only on the moves, not on their order of arrival.
 */
export function orderMoves<Move extends RecordedMove>(recorded: readonly Move[]): OrderedMoves<Move> {
  const moves = recorded.toSorted((a, b) => a.at - b.at);
  const hasTies = moves.some(({ at }, index) => moves[index + 1]?.at === at);
  return hasTies ? orderTies(moves) : { moves, openEnds: new Map() };
}

function orderTies<Move extends RecordedMove>(sorted: readonly Move[]): OrderedMoves<Move> {
  const groups = groupsOf(sorted);
  narrow(groups);
  const moves: Move[] = [];
  const openEnds = new Map<number, ReadonlySet<string>>();
  for (const [index, group] of groups.entries()) {
    const { at, ends } = group;
    moves.push(...orderGroup(group, groups[index - 1]?.ends));
    const isOpen = ends.size > 1 || !ends.has(moves.at(-1)?.after ?? null);
    if (isOpen) openEnds.set(at, new Set([...ends].filter((end) => end !== null)));
  }
  return { moves, openEnds };
}

function groupsOf<Move extends RecordedMove>(sorted: readonly Move[]): Group<Move>[] {
  const byTime = new Map<number, Move[]>();
  for (const move of sorted) add(byTime, move.at, move);
  return [...byTime.values()].map(groupOf);
}

function groupOf<Move extends RecordedMove>(tied: readonly Move[]): Group<Move> {
  const moves = sortByText(tied);
  const balance = new Map<Target, number>();
  for (const { before, after } of moves) {
    balance.set(before, (balance.get(before) ?? 0) + 1);
    balance.set(after, (balance.get(after) ?? 0) - 1);
  }
  const targets = [...balance.keys()];
  const left = targets.filter((target) => (balance.get(target) ?? 0) > 0);
  const reached = targets.filter((target) => (balance.get(target) ?? 0) < 0);
  const unused = byBefore(moves);
  for (const target of left) walk(target, unused);
  // The moves that cannot be reached from there form circles, each of which may begin anywhere.
  const circles = [...unused].filter(([, leaving]) => leaving.length > 0).map(([target]) => target);
  const [first = null] = targets;
  return {
    at: moves[0]?.at ?? 0,
    moves,
    isCircuit: left.length === 0 && walk(first, byBefore(moves)).length === moves.length,
    starts: new Set([...left, ...circles]),
    ends: new Set([...reached, ...circles]),
  };
}

function sortByText<Move extends RecordedMove>(moves: readonly Move[]): readonly Move[] {
  if (moves.length === 1) return moves;
  const texts = new Map(moves.map((move) => [move, canonicalJson(move)]));
  return moves.toSorted((a, b) => compareText(texts.get(a) ?? '', texts.get(b) ?? ''));
}

/** Excludes ends that contradict the next move, then starting points of circles that contradict the previous move. */
function narrow<Move>(groups: readonly Group<Move>[]): void {
  const to = (group: Group<Move>, neighbours: ReadonlySet<Target> | undefined) => {
    const common = [...group.ends].filter((target) => neighbours?.has(target));
    if (common.length === 0) return;
    group.ends = new Set(common);
    if (group.isCircuit) group.starts = group.ends;
  };
  for (const [index, group] of [...groups.entries()].toReversed()) to(group, groups[index + 1]?.starts);
  for (const [index, group] of groups.entries()) if (group.isCircuit) to(group, groups[index - 1]?.ends);
}

function orderGroup<Move extends RecordedMove>(
  { moves, isCircuit, starts }: Group<Move>,
  previousEnds: ReadonlySet<Target> = new Set(),
): readonly Move[] {
  if (moves.length === 1) return moves;
  const unused = byBefore(moves);
  const known = isCircuit || previousEnds.size > 1 ? [] : previousEnds;
  return [...known, ...starts, ...unused.keys()].flatMap((target) => walk(target, unused));
}

function byBefore<Move extends RecordedMove>(moves: readonly Move[]): Map<Target, Move[]> {
  const map = new Map<Target, Move[]>();
  for (const move of moves) add(map, move.before, move);
  return map;
}

/**
 * Follows moves from a target, each beginning where the previous one ended, and removes them from `unused`. If it is
 * possible to chain all of them, it does (Hierholzer's algorithm).
 */
function walk<Move extends RecordedMove>(from: Target, unused: Map<Target, Move[]>): Move[] {
  const path: Move[] = [];
  const walked: Move[] = [];
  for (let target = from; ; ) {
    const next = unused.get(target)?.pop();
    if (next !== undefined) {
      path.push(next);
      target = next.after;
      continue;
    }
    const last = path.pop();
    if (last === undefined) return walked.toReversed();
    walked.push(last);
    target = last.before;
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
