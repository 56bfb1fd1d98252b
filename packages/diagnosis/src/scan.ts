import type { Matcher } from './matcher.js';
import type { LogLine } from './normalize.js';

/** A line that a matcher recognised. */
export interface Hit {
  /** Index of the line among those that were read. */
  readonly index: number;
  readonly matcher: Matcher;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** A bound on the work that one matcher makes: a log of nothing but errors is not understood better by more of them. */
const MOST_HITS = 2_000;
const NO_GROUPS = {};

/**
 * Tries every matcher on the lines that hold one of its hints. The hints are searched in the text as a whole, which
 * costs far less than a pattern on each line.
 */
export function scanLines(lines: readonly LogLine[], matchers: readonly Matcher[]): Hit[] {
  const text = new SearchText(lines);
  const hits: Hit[] = [];
  for (const matcher of matchers) {
    let found = 0;
    for (const index of text.linesWith(matcher.hints)) {
      const match = matcher.pattern.exec(lines[index]?.text ?? '');
      if (!match || !follows(lines, index, matcher)) continue;
      hits.push({ index, matcher, groups: match.groups ?? NO_GROUPS });
      found += 1;
      if (found === MOST_HITS) break;
    }
  }
  return hits;
}

function follows(lines: readonly LogLine[], index: number, { after }: Matcher): boolean {
  if (!after) return true;
  for (let back = 1; back <= after.within && back <= index; back += 1) {
    if (after.pattern.test(lines[index - back]?.text ?? '')) return true;
  }
  return false;
}

/** All lines as one lower-case text, with the way back from a place in it to the line. */
class SearchText {
  private readonly text: string;
  private readonly starts: Uint32Array;

  constructor(lines: readonly LogLine[]) {
    this.starts = new Uint32Array(lines.length + 1);
    const parts: string[] = [];
    let offset = 0;
    for (const [index, line] of lines.entries()) {
      // Some capitals become two characters in lower case, so the place is counted in what is searched.
      const lower = line.text.toLowerCase();
      this.starts[index] = offset;
      offset += lower.length + 1;
      parts.push(lower);
    }
    this.starts[lines.length] = offset;
    this.text = parts.join('\n');
  }

  /** Indexes of the lines that hold any of the texts, each once, in order. */
  *linesWith(hints: readonly string[]): Generator<number> {
    const next = hints.map((hint) => this.text.indexOf(hint));
    let line = 0;
    for (;;) {
      const at = nearest(next);
      if (at < 0) return;
      while (this.startOf(line + 1) <= at) line += 1;
      yield line;
      const end = this.startOf(line + 1);
      for (const [slot, hint] of hints.entries()) {
        const place = next[slot] ?? -1;
        if (place >= 0 && place < end) next[slot] = this.text.indexOf(hint, end);
      }
    }
  }

  private startOf(line: number): number {
    return this.starts[line] ?? this.text.length + 1;
  }
}

function nearest(places: readonly number[]): number {
  let best = -1;
  for (const place of places) if (place >= 0 && (best < 0 || place < best)) best = place;
  return best;
}
