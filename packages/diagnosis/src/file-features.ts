import type { Add } from './features.js';
import { type Mention, mentionsOf } from './file-mentions.js';
import { isTestFile, type Place } from './frames.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';

/** A file that a fix for the build may change. */
export interface FileCandidate {
  readonly place: Place;
  /** Whether the likeliest line itself names it. */
  readonly isNamed: boolean;
  /** Adds the features that its rank among the files depends on. */
  readonly describe: (add: Add) => void;
  /** Additional numbers that the confidence in it depends on. */
  readonly inputs: readonly number[];
}

type Mentions = readonly [Mention, ...Mention[]];

/** Words for an error in the file itself, rather than for something missing elsewhere. */
const IN_PLACE =
  /\b(?:syntax|unused|illegal|unexpected|indent\w{0,10}|whitespace|blank line|expected ['"`;(){}[\]])/i;
/** A missing package is declared, or was removed, in another file. */
const MISSING_PACKAGE = /\bpackage [\w.]{2,200} does not exist/;

/** The files that the likeliest finding points to. */
export function fileCandidates(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  test: string | null,
): FileCandidate[] {
  const { index } = ranked[0];
  const message = `${lines[index]?.text ?? ''}\n${lines[index + 1]?.text ?? ''}`;
  const groups = groupByFile(mentionsOf(ranked, lines, test));
  const depths = groups.flatMap(([first, ...rest]) =>
    isTestFile(first.file) ? [] : sharedDepths([first, ...rest]),
  );
  const innermost = Math.min(Number.POSITIVE_INFINITY, ...depths);
  return groups.map((mentions) => ({
    place: placeOf(mentions),
    isNamed: hasSource(mentions, 'form') && !MISSING_PACKAGE.test(message),
    describe: (add) => describeFile(mentions, innermost, add),
    inputs: confidenceInputs(mentions, test === null && IN_PLACE.test(message)),
  }));
}

/** The first mention with a line number, otherwise the first mention. */
function placeOf(mentions: Mentions): Place {
  const { file, line } = mentions.find((mention) => mention.line !== null) ?? mentions[0];
  return { file, line };
}

const plainPath = (file: string): string =>
  `/${file.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/){1,20}/, '')}`.toLowerCase();

/** Groups mentions of the same file: of two paths, one ends with the other. */
function groupByFile(mentions: readonly Mention[]): Mentions[] {
  const groups: { path: string; mentions: [Mention, ...Mention[]] }[] = [];
  for (const mention of mentions) {
    const path = plainPath(mention.file);
    const group = groups.find((other) => other.path.endsWith(path) || path.endsWith(other.path));
    if (!group) groups.push({ path, mentions: [mention] });
    else {
      group.mentions.push(mention);
      if (path.length > group.path.length) group.path = path;
    }
  }
  return groups.map((group) => group.mentions);
}

const hasSource = (mentions: Mentions, source: Mention['source']): boolean =>
  mentions.some((mention) => mention.source === source);

const sharedDepths = (mentions: Mentions): number[] =>
  mentions.flatMap(({ frame }) => (frame?.shared ? [frame.depth] : []));

/** The file's frames, except the line in which its form names it. */
function framesOf(mentions: Mentions) {
  const named = mentions.find(({ source }) => source === 'form');
  return mentions.flatMap(({ frame, at }) => (frame && at !== named?.at ? [frame] : []));
}

function describeFile(mentions: Mentions, innermost: number, add: Add): void {
  const flag = (name: string, isTrue: boolean): void => {
    if (isTrue) add(name, 1);
  };
  const frames = framesOf(mentions);
  const isInStack = frames.length > 0;
  const isNamed = hasSource(mentions, 'form');
  const depth = Math.min(...frames.map((frame) => frame.depth));
  flag('form', isNamed);
  flag('stack', isInStack);
  flag('listed', hasSource(mentions, 'listed') && !isNamed);
  flag('message', hasSource(mentions, 'message') && !isNamed && !isInStack);
  flag('test', hasSource(mentions, 'test') && !isInStack);
  flag('subject', hasSource(mentions, 'subject') && !isInStack);
  flag('innermost', depth === 0);
  flag('innermost-code', isInStack && depth === innermost);
  if (isInStack) add('depth', Math.log2(1 + depth) / 2);
  flag('is-test', isTestFile(mentions[0].file));
  add('lines', Math.log2(new Set(mentions.map(({ at }) => at)).size) / 2);
}

function confidenceInputs(mentions: Mentions, isInPlace: boolean): number[] {
  const frames = framesOf(mentions);
  const flags = [
    hasSource(mentions, 'declared'),
    isInPlace,
    isTestFile(mentions[0].file),
    frames.length > 0 && frames.every(({ shared }) => !shared),
  ];
  return flags.map(Number);
}
