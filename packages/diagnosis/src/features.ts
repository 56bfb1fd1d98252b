import { type Context, namedElsewhere, textAt } from './candidate-context.js';
import type { Candidate } from './candidates.js';
import { hashLine } from './line-hash.js';
import { FRAME, GOOD, indentOf, RULER, shapesOf } from './line-shape.js';
import { maskLine } from './lines.js';

/** Receives the named numbers that describe a candidate. */
export type Add = (name: string, value: number) => void;

const LINES_AHEAD = 8;
const LINES_BACK = 4;
const SHORT_OUTPUT = 2;
const LONG_OUTPUT = 20;
const TEST_GROUPS = ['test', 'name', 'class', 'other'];
/** A difference of this size in weight or score is one unit of a feature. */
const POINTS = 20;

/** Describes a candidate by its form, text, neighbors, block, place in the log, and what is known about the job. */
export function describeCandidate(candidate: Candidate, context: Context, add: Add): void {
  const flag = (name: string, isTrue: boolean): void => {
    if (isTrue) add(name, 1);
  };
  addForm(candidate, add, flag);
  addText(candidate, context, flag);
  addNeighbours(candidate, context, add);
  addStep(candidate, context, add, flag);
  addBlock(candidate, context, add, flag);
  addRepeats(candidate, context, add, flag);
  addMemory(candidate, context, add, flag);
}

type Flag = (name: string, isTrue: boolean) => void;

function addForm({ hits, prior }: Candidate, add: Add, flag: Flag): void {
  const [{ matcher, groups }] = hits;
  add('prior', prior / POINTS);
  add('weight', matcher.weight / POINTS);
  add('other-forms', Math.min(3, hits.length - 1));
  add(`form:${matcher.id}`, 1);
  add(`category:${matcher.category}`, 1);
  flag('ending', matcher.ending === true);
  flag('names-file', groups.file !== undefined || groups.path !== undefined);
  flag(
    'names-test',
    TEST_GROUPS.some((name) => groups[name]),
  );
}

function addText({ index }: Candidate, { setting }: Context, flag: Flag): void {
  const text = textAt(setting, index);
  const before = textAt(setting, index - 1);
  const after = textAt(setting, index + 1);
  for (const shape of shapesOf(text)) flag(`is:${shape}`, true);
  flag('after-blank', before.trim() === '');
  flag('before-blank', after.trim() === '');
  flag('after-ruler', RULER.test(before));
  flag('before-ruler', RULER.test(after));
  flag('after-colon', before.trimEnd().endsWith(':'));
  flag('heads-indented', after.trim() !== '' && indentOf(after) > indentOf(text));
  flag('indented-part', before.trim() !== '' && indentOf(before) < indentOf(text));
}

function addNeighbours({ index }: Candidate, { setting }: Context, add: Add): void {
  let frames = 0;
  let good = 0;
  for (let ahead = 1; ahead <= LINES_AHEAD; ahead += 1) {
    const text = textAt(setting, index + ahead);
    if (FRAME.test(text)) frames += 1;
    if (GOOD.test(text)) good += 1;
  }
  add('frames-follow', Math.min(1, frames / 3));
  add('good-follows', good / LINES_AHEAD);
  for (let back = 1; back <= LINES_BACK; back += 1) {
    if (FRAME.test(textAt(setting, index - back))) return add('frames-before', 1);
  }
}

function addStep(candidate: Candidate, { setting, commands, passes }: Context, add: Add, flag: Flag): void {
  const { index, familiar } = candidate;
  const { lines, outcome } = setting;
  const step = outcome.failed.find(({ first, last }) => first <= index && index <= last);
  const first = step?.first ?? 0;
  const end = step?.last ?? lines.length - 1;
  // In short output, the order of lines says little.
  add('lines-to-end', Math.log2(1 + Math.max(0, end - index) / SHORT_OUTPUT) / 4);
  add('lines-from-start', Math.log2(1 + (index - first) / SHORT_OUTPUT) / 4);
  add('place', (index - first) / Math.max(LONG_OUTPUT, end - first));
  add('log-place', index / Math.max(LONG_OUTPUT, lines.length - 1));
  add('commands-after', Math.log2(1 + (commands[index + 1] ?? 0)) / 3);
  add('passes-after', Math.log2(1 + (passes[index + 1] ?? 0)) / 3);
  add(`step:${stepName(candidate, setting)}`, 1);
  flag('last-failed-step', outcome.failed.length > 1 && step === outcome.failed.at(-1));
  flag('familiar', familiar === true);
  flag('novel', familiar === false);
  const level = lines[index]?.level;
  if (level) add(`level:${level}`, 1);
}

function stepName({ index, inFailedStep }: Candidate, { outcome }: Context['setting']): string {
  const { failed, verdict } = outcome;
  const [first] = failed;
  const last = failed.at(-1);
  if (!first || !last) return `none-${verdict}`;
  if (inFailedStep) return index <= first.last ? 'first-failed' : 'later-failed';
  if (index > last.last) return 'after';
  return index < first.first ? 'before' : 'between';
}

function addBlock(candidate: Candidate, { blocks, blockCount }: Context, add: Add, flag: Flag): void {
  const block = blocks.get(candidate);
  if (!block) return;
  const { index, hits } = candidate;
  add('block-size', Math.log2(block.size) / 2);
  add('block-best', block.best / POINTS);
  add('block-lead', (block.best - hits[0].matcher.weight) / POINTS);
  add('blocks-before', Math.log2(1 + block.number) / 2);
  add('blocks-after', Math.log2(blockCount - block.number) / 2);
  flag('block-first', index === block.first);
  flag('block-last', index === block.last);
  flag('first-block', block.number === 0);
  flag('last-block', block.number === blockCount - 1);
}

function addRepeats(candidate: Candidate, context: Context, add: Add, flag: Flag): void {
  const alike = context.alike.get(candidate.hits[0].matcher.id) ?? [];
  const copies = context.copies.get(maskLine(textAt(context.setting, candidate.index))) ?? [];
  const { above, below } = namedElsewhere(candidate.index, context);
  add('form-count', Math.log2(Math.max(1, alike.length)) / 3);
  flag('first-of-form', alike[0] === candidate);
  flag('last-of-form', alike.at(-1) === candidate);
  add('copies', Math.log2(Math.max(1, copies.length)) / 2);
  flag('first-copy', copies.length > 1 && copies[0] === candidate);
  flag('last-copy', copies.length > 1 && copies.at(-1) === candidate);
  flag('named-above', above);
  flag('named-below', below);
}

function addMemory({ index, hits }: Candidate, { setting }: Context, add: Add, flag: Flag): void {
  const { memory } = setting;
  const line = hashLine(textAt(setting, index));
  add('background', memory.oddsOf(line) ?? 0);
  flag('confirmed', memory.isConfirmed(line));
  flag('confirmed-form', memory.isConfirmedForm(hits[0].matcher.id));
}
