import { type Matcher, WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Outcome, Step } from './outcome.js';
import type { Hit } from './scan.js';

/** A step with at most this many lines prints little besides the reason for its failure. */
const SHORT_STEP = 12;
const LAST_LINES = 5;
const PROGRESS =
  /^\s{0,8}(?:running|checking|loading|using|starting|building|testing|reading|\d+\.\.\d+|\[ok\]|ok \d|info\b|\W+$)/i;

const form = {
  hints: [],
  pattern: /\S/,
  category: 'unknown',
  advice: 'Read what the command prints and run it by hand.',
} as const;

/** The first output of a failed command that prints little. */
const onlyOutput: Matcher = {
  ...form,
  id: 'only-output',
  weight: WEIGHT.general,
  message: 'The failing command printed this',
};

const lastOutput: Matcher = {
  ...form,
  id: 'last-output',
  weight: WEIGHT.word,
  message: 'This is the last output before the failure',
};

/** Whether the line was chosen only because nothing follows it. */
export function isLastOutput({ hits: [best] }: { readonly hits: readonly [Hit, ...Hit[]] }): boolean {
  return best.matcher === lastOutput;
}

/** Lines to show even though no matcher recognizes them: the first or last output of the first failed step. */
export function stepOutput(lines: readonly LogLine[], { failed, echoed }: Outcome): Hit[] {
  const step = failed[0] ?? { first: 0, last: lines.length - 1, command: '' };
  const printed = printedLines(lines, step).filter((index) => !echoed.has(index));
  const isShort = failed.length > 0 && printed.length <= SHORT_STEP;
  const first = isShort ? printed.find((index) => !PROGRESS.test(lines[index]?.text ?? '')) : undefined;
  return [
    ...(first === undefined ? [] : [{ index: first, matcher: onlyOutput, groups: {} }]),
    ...printed.slice(-LAST_LINES).map((index) => ({ index, matcher: lastOutput, groups: {} })),
  ];
}

// Excludes the line that ends the step and the lines that repeat its command.
function printedLines(lines: readonly LogLine[], { first, last }: Step): number[] {
  const printed: number[] = [];
  for (let index = first; index < last; index += 1) {
    const text = lines[index]?.text.trim() ?? '';
    if (text.length > 2 && !/^(?:\$ |> |\+ ?\S|##\[|\[command\])/.test(text)) printed.push(index);
  }
  return printed;
}
