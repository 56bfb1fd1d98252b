import { createHash } from 'node:crypto';

/** Below this confidence, logs of different causes too often have the same line. Chosen by `diagnose:fingerprints`. */
const LEAST_CONFIDENCE = 0.35;

/**
 * The version of the rule below. A change of what it hashes needs a new one: the service then diagnoses the logs that it
 * still has again, and moves their problems to the new fingerprints.
 */
export const FINGERPRINT_RULE = 2;

/** Whether a finding is certain enough to tell causes apart. */
export const isFingerprinted = (confidence: number) => confidence >= LEAST_CONFIDENCE;

/** The parts of a finding that tell causes apart. */
export interface FingerprintedFinding {
  readonly category: string;
  readonly tool: string;
  /** The line of the log that explains the cause. */
  readonly message: string;
  readonly test: string | null;
  readonly symbol: string | null;
  /** The job, if the line says only that something failed, which many causes have in common; otherwise empty. */
  readonly job: string;
}

// Bounded quantifiers: lines are untrusted.
const PATH = /(?:[A-Za-z]:)?[\w.@~+-]{0,120}(?:[\\/][\w.@~+-]{1,120}){1,60}[\\/]?/g;
/** The place of an error, at the start of the line that reports it. */
const PLACE = /^(?:[A-Za-z]:)?[\w.@~+-]{0,120}(?:[\\/][\w.@~+-]{1,120}){0,60}\.[A-Za-z]{1,8}(?=[:(]\d| ?: )/;
/** The content of a game, which has the same name on every machine: Unreal's packages, and files below these folders. */
const ASSET = /^\/(?:Game|Engine|Script)\/.+|(?<=^|[\\/])(?:Assets|Content|Packages)[\\/].+/;
const ON_A_MACHINE = /^(?:[A-Za-z]:)?[\\/]|^~|^\.{1,2}[\\/]/;

/** A path as every machine has it: assets, packages and relative paths are part of the fault. */
function withoutMachine(path: string): string {
  return ASSET.exec(path)?.[0].replaceAll('\\', '/') ?? (ON_A_MACHINE.test(path) ? 'PATH' : path);
}

const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s'"<>)\]]{1,500}/gi, 'URL'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, 'ID'],
  [/\b\d{4}[-/.]\d\d[-/.]\d\d(?:[T ,]{1,2}\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?/g, 'TIME'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, 'TIME'],
];

const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/\b0x[0-9a-f]{1,32}\b/gi, '#'],
  [/\b(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64}\b/gi, '#'],
  [/\d+(?:[.,]\d+)*/g, '#'],
];

/** A line without what differs from build to build: the build machine's folders, numbers, hashes and times. */
export function normalizeMessage(line: string): string {
  let text = line;
  for (const [pattern, replacement] of VARIABLE_PARTS) text = text.replace(pattern, replacement);
  text = text.replace(PLACE, 'PATH').replace(PATH, withoutMachine);
  for (const [pattern, replacement] of NUMBERS) text = text.replace(pattern, replacement);
  return text.replace(/\s+/g, ' ').trim();
}

/** The file at the start of a line, without its folders: the same file has another path on every build machine. */
function placeIn(line: string): string {
  return PLACE.exec(line)?.[0].split(/[\\/]/).at(-1) ?? '';
}

/**
 * Equal for two findings of the same cause, and different for two causes. The same words about another file are another
 * error, unless they name a symbol: several files that use it fail together, in any order.
 */
export function fingerprintOf({ category, tool, message, test, symbol, job }: FingerprintedFinding): string {
  // The name of a test may contain slashes, but no path.
  const subject = test === null ? normalizeMessage(symbol ?? '') : test.replace(/\d+/g, '#');
  const place = symbol === null ? placeIn(message) : '';
  return createHash('sha256')
    .update(JSON.stringify([category, tool, normalizeMessage(message), subject, place, job]))
    .digest('hex');
}
