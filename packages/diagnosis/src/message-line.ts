import { indentOf } from './line-shape.js';
import { maskLine } from './lines.js';
import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';

/** A name between rules, a failed check, or the failure of a test whose subtests failed: the message follows. */
const HEADING = /^\s{0,40}(?:[-_=*#]{2}.*[-_=*#]{2}|--- FAIL: .*|\* checking .* \.\.\. ERROR)\s{0,4}$/;
/** A line that only says where the error is: the message is above it. */
const POINTER = /^\s{0,16}(?:-->|:::|╭─|──▶|on line \d|at line \d|in file )/;
const REPORT_LINES = 20;
const COLON_LINES = 2;
const POINTER_LINES = 2;
/** How much less likely than the likeliest line another line of the report may be. */
const CLOSE = 2;
const BELOW_HEADING = 3;

/**
 * Within the likeliest report, moves the line with the message to the front: not the report's heading, not the location
 * below the message, and the first of several copies or of several lines of one form.
 */
export function messageFirst(ranked: readonly Ranked[], lines: readonly LogLine[]): Ranked[] {
  const [key, ...others] = ranked;
  if (!key) return [];
  const textOf = ({ index }: Ranked): string => lines[index]?.text ?? '';
  const message = messageBelow(ranked, textOf);
  if (message) return lead({ ...message, heading: key }, ranked);
  if (POINTER.test(textOf(key))) {
    const above = ranked.filter(({ index }) => index < key.index && key.index - index <= POINTER_LINES);
    const message = above.toSorted((a, b) => b.prior - a.prior)[0];
    return message ? lead(message, ranked) : [...ranked];
  }
  return lead(firstOfForm(firstCopy([key, ...others], textOf), ranked, textOf), ranked);
}

function firstCopy(ranked: readonly [Ranked, ...Ranked[]], textOf: (line: Ranked) => string): Ranked {
  const [key] = ranked;
  const text = maskLine(textOf(key));
  const copies = ranked.filter(
    (other) => other.inFailedStep === key.inFailedStep && maskLine(textOf(other)) === text,
  );
  return copies.reduce((first, other) => (other.index < first.index ? other : first), key);
}

/** Of several errors of a known form, later ones often follow from the first. A less indented one is their heading. */
function firstOfForm(key: Ranked, ranked: readonly Ranked[], textOf: (line: Ranked) => string): Ranked {
  const { matcher } = key.hits[0];
  if (matcher.weight < WEIGHT.specific) return key;
  const alike = ranked.filter(
    (other) =>
      other.hits[0].matcher === matcher &&
      other.inFailedStep === key.inFailedStep &&
      key.score - other.score <= CLOSE &&
      indentOf(textOf(other)) >= indentOf(textOf(key)),
  );
  return alike.reduce((first, other) => (other.index < first.index ? other : first), key);
}

/** The likeliest line in the report below a heading, unless another report begins first. */
function messageBelow(ranked: readonly Ranked[], textOf: (line: Ranked) => string): Ranked | undefined {
  const [key] = ranked;
  if (!key) return undefined;
  const text = textOf(key);
  const reach = HEADING.test(text) ? REPORT_LINES : COLON_LINES;
  if (reach === COLON_LINES && !text.endsWith(':')) return undefined;
  const isOther = (line: Ranked): boolean =>
    line.hits[0].matcher === key.hits[0].matcher && indentOf(textOf(line)) <= indentOf(text);
  const below = ranked.filter(({ index }) => index > key.index && index - key.index <= reach);
  const next = Math.min(Number.POSITIVE_INFINITY, ...below.filter(isOther).map(({ index }) => index));
  return below.find(
    (line) =>
      line.index < next &&
      key.score - line.score <= BELOW_HEADING &&
      line.hits[0].matcher.weight >= WEIGHT.general &&
      (reach === REPORT_LINES || indentOf(textOf(line)) > indentOf(text)),
  );
}

function lead(key: Ranked, ranked: readonly Ranked[]): Ranked[] {
  return [key, ...ranked.filter(({ index }) => index !== key.index)];
}
