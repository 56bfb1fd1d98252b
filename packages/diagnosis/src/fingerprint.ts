import { createHash } from 'node:crypto';

/** Below this confidence, logs of different causes too often have the same line. Chosen by `diagnose:fingerprints`. */
const LEAST_CONFIDENCE = 0.35;

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
  readonly file: string | null;
}

// Bounded quantifiers: lines are untrusted.
const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s'"<>)\]]{1,500}/gi, 'URL'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, 'ID'],
  [/\b\d{4}[-/.]\d\d[-/.]\d\d(?:[T ,]{1,2}\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?/g, 'TIME'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, 'TIME'],
  [/(?:[A-Za-z]:)?[\w.@~+-]{0,120}(?:[\\/][\w.@~+-]{1,120}){1,60}[\\/]?/g, 'PATH'],
  // a file without a folder, at the start of a line that says where the error is
  [/^[\w.+-]{1,120}\.[A-Za-z]{1,8}(?=[:(]\d)/, 'PATH'],
  [/\b0x[0-9a-f]{1,32}\b/gi, '#'],
  [/\b(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64}\b/gi, '#'],
  [/\d+(?:[.,]\d+)*/g, '#'],
];

/** A line without what differs from build to build: paths, numbers, hashes and times. */
export function normalizeMessage(line: string): string {
  let text = line;
  for (const [pattern, replacement] of VARIABLE_PARTS) text = text.replace(pattern, replacement);
  return text.replace(/\s+/g, ' ').trim();
}

/** A file without its folders: the same file has another path on every build machine. */
function nameOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** Whether a line begins with the place of the error, so that the same words about another file are another error. */
const BEGINS_WITH_PLACE = /^PATH[:(#]/;

/** Equal for two findings of the same cause, and different for two causes. */
export function fingerprintOf({ category, tool, message, test, symbol, file }: FingerprintedFinding): string {
  const text = normalizeMessage(message);
  // The name of a test may contain slashes, but no path.
  const subject = test === null ? normalizeMessage(symbol ?? '') : test.replace(/\d+/g, '#');
  const place = file !== null && BEGINS_WITH_PLACE.test(text) ? nameOf(file) : '';
  return createHash('sha256')
    .update(JSON.stringify([category, tool, text, subject, place]))
    .digest('hex');
}
