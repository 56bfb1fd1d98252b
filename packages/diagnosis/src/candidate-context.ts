import type { Candidate, Setting } from './candidates.js';
import { COMMAND, isPassedTest } from './line-shape.js';
import { maskLine } from './lines.js';

/** Candidates closer than this belong to the same block of output. */
const BLOCK_GAP = 5;
/** Names that this many candidates share identify nothing. */
const COMMON_NAME = 40;
const LONG_NAME = /[A-Za-z_][\w.$/-]{9,80}/g;
const MAX_NAMES = 6;

/** Neighboring candidates: one report of a failure, or part of one. */
export interface Block {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly size: number;
  /** The highest weight of any form in the block. */
  readonly best: number;
}

/** What a log's candidates have in common, and what the log shows after each line. */
export interface Context {
  readonly setting: Setting;
  readonly blocks: ReadonlyMap<Candidate, Block>;
  readonly blockCount: number;
  /** Candidates of the same form, in order. */
  readonly alike: ReadonlyMap<string, readonly Candidate[]>;
  /** Candidates whose text is the same apart from numbers, in order. */
  readonly copies: ReadonlyMap<string, readonly Candidate[]>;
  /** Where candidates name a file, a test or a symbol, as line indexes. */
  readonly named: ReadonlyMap<string, readonly number[]>;
  /** The number of commands, and of passed tests, from each line onward. */
  readonly commands: Int32Array;
  readonly passes: Int32Array;
}

/** Collects what the features of one log's candidates share. */
export function contextOf(candidates: readonly Candidate[], setting: Setting): Context {
  const inOrder = [...candidates].sort((a, b) => a.index - b.index);
  const blocks = blocksOf(inOrder);
  const last = inOrder.at(-1);
  return {
    setting,
    blocks,
    blockCount: 1 + ((last && blocks.get(last)?.number) ?? -1),
    alike: groupBy(inOrder, ({ hits: [best] }) => [best.matcher.id]),
    copies: groupBy(inOrder, ({ index }) => [maskLine(textAt(setting, index))]),
    named: namesIn(inOrder, setting),
    ...whatRanAfter(setting),
  };
}

/** The text of a line; empty outside the log. */
export function textAt({ lines }: Setting, index: number): string {
  return lines[index]?.text ?? '';
}

/** The names in a line that are long enough to identify something. */
function namesOf(text: string): string[] {
  return [...new Set((text.match(LONG_NAME) ?? []).slice(0, MAX_NAMES))];
}

/** Whether a candidate further up or further down names something that this line also names. */
export function namedElsewhere(index: number, { named, setting }: Context): { above: boolean; below: boolean } {
  const places = namesOf(textAt(setting, index)).flatMap((name) => {
    const at = named.get(name) ?? [];
    return at.length > COMMON_NAME ? [] : at;
  });
  return {
    above: places.some((other) => other < index - 2 * BLOCK_GAP),
    below: places.some((other) => other > index + 2 * BLOCK_GAP),
  };
}

function namesIn(inOrder: readonly Candidate[], setting: Setting): Map<string, number[]> {
  const groups = groupBy(inOrder, ({ index }) => namesOf(textAt(setting, index)));
  return new Map([...groups].map(([name, group]) => [name, group.map(({ index }) => index)]));
}

function groupBy(candidates: readonly Candidate[], keys: (candidate: Candidate) => readonly string[]) {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    for (const key of keys(candidate)) {
      const group = groups.get(key);
      if (group) group.push(candidate);
      else groups.set(key, [candidate]);
    }
  }
  return groups;
}

function blocksOf(inOrder: readonly Candidate[]): Map<Candidate, Block> {
  const groups: [Candidate, ...Candidate[]][] = [];
  for (const candidate of inOrder) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isNear = last && candidate.index - last.index <= BLOCK_GAP;
    if (group && isNear && candidate.inFailedStep === last.inFailedStep) group.push(candidate);
    else groups.push([candidate]);
  }
  return new Map(
    groups.flatMap((group, number) => {
      const block = {
        number,
        first: group[0].index,
        last: group.at(-1)?.index ?? 0,
        size: group.length,
        best: Math.max(...group.map(({ hits: [hit] }) => hit.matcher.weight)),
      };
      return group.map((member) => [member, block] as const);
    }),
  );
}

function whatRanAfter({ lines }: Setting): Pick<Context, 'commands' | 'passes'> {
  const commands = new Int32Array(lines.length + 1);
  const passes = new Int32Array(lines.length + 1);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const text = lines[index]?.text ?? '';
    commands[index] = (commands[index + 1] ?? 0) + (COMMAND.test(text) ? 1 : 0);
    passes[index] = (passes[index + 1] ?? 0) + (isPassedTest(text) ? 1 : 0);
  }
  return { commands, passes };
}
