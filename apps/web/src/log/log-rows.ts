/** A row of the viewer: a line, or several identical lines folded into one. */
export interface LogRow {
  readonly line: number;
  readonly count: number;
}

const FOLD_FROM = 4;

/** The rows to show. Runs of identical lines are folded, except those whose first line is in `unfolded`. */
export function foldRows(lines: readonly string[], unfolded: ReadonlySet<number>): LogRow[] {
  const rows: LogRow[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && lines[end] === lines[start]) end += 1;
    const count = end - start;
    if (count >= FOLD_FROM && !unfolded.has(start + 1)) rows.push({ line: start + 1, count });
    else for (let line = start; line < end; line += 1) rows.push({ line: line + 1, count: 1 });
    start = end;
  }
  return rows;
}

export function rowOfLine(rows: readonly LogRow[], line: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.line ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Reads `#L120` and `#L120-L130`. */
export function parseLineRange(hash: string): LineRange | null {
  const match = /^#?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash);
  if (match === null) return null;
  const [first, second] = [Number(match[1]), Number(match[2] ?? match[1])];
  if (first === 0 || second === 0) return null;
  return { from: Math.min(first, second), to: Math.max(first, second) };
}

export function formatLineRange({ from, to }: LineRange): string {
  return from === to ? `#L${from}` : `#L${from}-L${to}`;
}

/** Parses a typed search; null if it is not a valid regular expression. */
export function parseSearch(text: string, isPattern: boolean): RegExp | null {
  try {
    return new RegExp(isPattern ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
  } catch {
    return null;
  }
}

/** A search stops after this long, because a pattern may take forever on a hostile line. */
const SEARCH_LIMIT_MS = 100;
/** Only this much of a longer line is searched. */
const SEARCHED_CHARACTERS = 4_096;

export function searchLines(
  lines: readonly string[],
  pattern: RegExp,
): { readonly found: readonly number[]; readonly isComplete: boolean } {
  const found: number[] = [];
  const deadline = performance.now() + SEARCH_LIMIT_MS;
  for (const [index, line] of lines.entries()) {
    if (pattern.test(line.length > SEARCHED_CHARACTERS ? line.slice(0, SEARCHED_CHARACTERS) : line))
      found.push(index + 1);
    if (index % 256 === 255 && performance.now() > deadline) return { found, isComplete: false };
  }
  return { found, isComplete: true };
}

/** The entry before or after a line, wrapping around at the ends. */
export function neighbour(found: readonly number[], line: number, step: 1 | -1): number | null {
  if (found.length === 0) return null;
  if (step === 1) return found.find((candidate) => candidate > line) ?? found[0] ?? null;
  return found.findLast((candidate) => candidate < line) ?? found.at(-1) ?? null;
}

/** Splits a text into parts that match a search and parts that do not: every second part matches. */
export function splitMatches(text: string, pattern: RegExp): string[] {
  const all = new RegExp(pattern.source, 'gi');
  const parts: string[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(all)) {
    if (match === '') continue;
    parts.push(text.slice(at, index), match);
    at = index + match.length;
    if (parts.length >= MAX_PARTS) break;
  }
  return [...parts, text.slice(at)];
}

const MAX_PARTS = 200;
