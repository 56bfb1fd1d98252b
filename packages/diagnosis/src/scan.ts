import { HintIndex } from './hint-index.js';
import type { Matcher } from './matcher.js';
import type { LogLine } from './normalize.js';

export interface Hit {
  readonly index: number;
  readonly matcher: Matcher;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** Bounds the work of one matcher: more hits do not improve the finding. */
const MAX_HITS = 2_000;
const NO_GROUPS = {};

/** Tries matchers on the lines that contain one of their hints. */
export class Scanner {
  private readonly hints: HintIndex;
  private readonly byLevel: readonly number[];

  constructor(private readonly matchers: readonly Matcher[]) {
    this.hints = new HintIndex(matchers);
    this.byLevel = matchers.flatMap(({ level }, number) => (level === undefined ? [] : [number]));
  }

  scan(lines: readonly LogLine[]): Hit[] {
    const hits: Hit[] = [];
    const triedOn = new Int32Array(this.matchers.length).fill(-1);
    const found = new Uint32Array(this.matchers.length);
    const tryAll = (numbers: readonly number[], index: number): void => {
      for (const number of numbers) {
        if (triedOn[number] === index || (found[number] ?? 0) >= MAX_HITS) continue;
        triedOn[number] = index;
        const hit = this.tryOne(number, index, lines);
        if (!hit) continue;
        hits.push(hit);
        found[number] = (found[number] ?? 0) + 1;
      }
    };
    for (const [index, { text, level }] of lines.entries()) {
      if (text === '') continue;
      if (level === 'error') tryAll(this.byLevel, index);
      this.hints.search(text, (numbers) => tryAll(numbers, index));
    }
    return hits;
  }

  private tryOne(number: number, index: number, lines: readonly LogLine[]): Hit | null {
    const matcher = this.matchers[number];
    const match = matcher?.pattern.exec(lines[index]?.text ?? '');
    if (!matcher || !match || !follows(lines, index, matcher)) return null;
    return { index, matcher, groups: match.groups ?? NO_GROUPS };
  }
}

function follows(lines: readonly LogLine[], index: number, { after }: Matcher): boolean {
  if (!after) return true;
  for (let back = 1; back <= after.within && back <= index; back += 1) {
    if (after.pattern.test(lines[index - back]?.text ?? '')) return true;
  }
  return false;
}

export function firstGroup({ groups }: Hit, names: readonly string[]): string | null {
  for (const name of names) {
    const value = groups[name]?.trim();
    if (value) return value;
  }
  return null;
}
