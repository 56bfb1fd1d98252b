import type { ReportLimits } from './limits.js';
import type { FailureKind, Outcome, ReportedTest, TestAttempt } from './report.js';
import { cleanName, cleanText, detach, firstLines } from './text/clean-text.js';
import { clipStart } from './text/clip.js';

/** A test as a format finds it: texts may be long and contain colours. */
export interface TestFields {
  readonly path: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly kind?: FailureKind | null;
  readonly durationMs?: number | null;
  readonly startedAt?: Date | null;
  readonly message?: string | undefined;
  readonly details?: string;
  readonly output?: string;
  readonly file?: string | null | undefined;
  readonly line?: number | null;
  readonly attempts?: readonly TestAttempt[];
  readonly suite?: string;
}

const MAX_NAMES = 1_000;

/** Paths, suites and files as they are reported: consecutive tests share them. */
export class NameCache {
  readonly #names = new Map<string, string>();

  get(text: string, clean: (text: string) => string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_NAMES) this.#names.clear();
    const name = clean(text);
    this.#names.set(name === text ? name : detach(text), name);
    return name;
  }
}

/** Cleans and bounds a test, and frees it from the text that it was read from. */
export function reportedTest(fields: TestFields, limits: ReportLimits, names: NameCache): ReportedTest {
  const { message = '', details = '', output = '', suite = '', line = null, attempts = [] } = fields;
  const name = (text: string) => boundedName(text, limits);
  const path = names.get(fields.path, name);
  const suiteName = suite === '' || suite === fields.path ? '' : names.get(suite, name);
  const place = placeOf(fields);
  return {
    path,
    name: name(fields.name),
    outcome: fields.outcome,
    kind: fields.outcome === 'failed' ? (fields.kind ?? 'failure') : null,
    durationMs: fields.durationMs ?? null,
    startedAt: fields.startedAt ?? null,
    message: boundedMessage(message, limits),
    details: boundedText(details, limits.detailsLength),
    output: boundedText(output, limits.outputLength),
    file: place.file === null ? null : names.get(place.file, name),
    line: place.file === null ? null : (line ?? place.line),
    attempts,
    suite: suiteName === path ? '' : suiteName,
  };
}

export function failedAttempt(
  kind: FailureKind,
  durationMs: number | null,
  texts: { readonly message: string; readonly details: string },
  limits: ReportLimits,
): TestAttempt {
  return {
    outcome: 'failed',
    kind,
    durationMs,
    message: boundedMessage(texts.message, limits),
    details: boundedText(texts.details, limits.detailsLength),
  };
}

const boundedName = (text: string, limits: ReportLimits) =>
  detach(clipStart(cleanName(text.slice(0, 2 * limits.nameLength)), limits.nameLength));

const boundedMessage = (text: string, limits: ReportLimits) =>
  text === ''
    ? ''
    : detach(clipStart(firstLines(cleanText(text.slice(0, 2 * limits.messageLength))), limits.messageLength));

const MARK_LENGTH = 60;

const BLANK_START = /^(?:[ \t]*\r?\n)+/;

/** Clip has cut long texts before, except those that come from an attribute. */
const boundedText = (text: string, length: number) =>
  text === '' ? '' : detach(clipStart(cleanText(text).replace(BLANK_START, '').trimEnd(), length + MARK_LENGTH));

/** In these, no part can end in more than one place, so that a hostile text costs no more than any other. */
const DOT_NET_PLACE = / in ((?:[A-Za-z]:)?[^\n:<]{1,300}):(?:line )?([1-9]\d{0,6})\b/;
const UNITY_PLACE = /\(at ((?:[A-Za-z]:)?[^()\n:]{1,300}):([1-9]\d{0,6})\)/;
const FILE_NAME = /\.\w{1,10}$/;
const SEARCHED_LENGTH = 4_000;

/** Where the test is, or, if the report does not say that, the first place in a stack trace of .NET or Unity. */
function placeOf({ file, outcome, details = '' }: TestFields): { file: string | null; line: number | null } {
  if (file) return { file, line: null };
  if (outcome !== 'failed') return { file: null, line: null };
  const searched = details.slice(0, SEARCHED_LENGTH);
  const [, found = '', line] = UNITY_PLACE.exec(searched) ?? DOT_NET_PLACE.exec(searched) ?? [];
  return FILE_NAME.test(found) ? { file: found, line: Number(line) } : { file: null, line: null };
}

/** `Suite.Class.test(1.5, "a.b")` as path and name: the last point before any arguments separates them. */
export function splitName(fullName: string): { path: string; name: string } {
  const end = fullName.search(/[([<"' ]/);
  const point = fullName.lastIndexOf('.', end === -1 ? fullName.length : end);
  return point <= 0 || point === fullName.length - 1
    ? { path: '', name: fullName }
    : { path: fullName.slice(0, point), name: fullName.slice(point + 1) };
}

const LEADING_PLACE = /^([^\n]{1,500}?)[:(](\d{1,7})\)?(?:: error)?:?\n/;

/** GoogleTest begins a failure with its place: `src/math.cc:42` or `src\math.cc(42): error`, on a line of its own. */
export function splitPlace(text: string): { file: string | null; line: number | null; rest: string } {
  const place = LEADING_PLACE.exec(text);
  if (!place) return { file: null, line: null, rest: text };
  return { file: place[1] ?? null, line: Number(place[2]), rest: text.slice(place[0].length) };
}

/** The file name of an assembly, which reports name with its folder on the machine that ran it. */
export const assemblyName = (path: string | undefined) => path?.split(/[\\/]/).at(-1) ?? '';
