import type { Json } from '../../json/bounded-value.js';
import { isObject, listOf, numberOf, textOf } from '../../json/json-reader.js';
import type { ReportLimits } from '../../limits.js';
import type { FailureKind, Outcome } from '../../report.js';
import type { TestFields } from '../../reported-test.js';
import { Clip } from '../../text/clip.js';
import { readDate, readLineNumber } from '../../text/numbers.js';

interface Result {
  readonly outcome: Outcome;
  readonly kind?: FailureKind;
}

/** A test that is still in process when the report is written ended with its editor. */
const STATES: Readonly<Record<string, Result>> = {
  success: { outcome: 'passed' },
  successwithwarnings: { outcome: 'passed' },
  warning: { outcome: 'passed' },
  fail: { outcome: 'failed', kind: 'failure' },
  failed: { outcome: 'failed', kind: 'failure' },
  inprocess: { outcome: 'failed', kind: 'crash' },
  notrun: { outcome: 'skipped' },
  notenoughparticipants: { outcome: 'skipped' },
  skipped: { outcome: 'skipped' },
};

interface Entry {
  readonly type: string;
  readonly message: string;
  readonly context: string;
  readonly file: string;
  readonly line: number | null;
}

export function unrealTest(
  test: Json,
  fullPath: string,
  { durationMs, limits }: { durationMs: number | null; limits: ReportLimits },
): TestFields {
  const entries = entriesOf(test);
  const { outcome, kind = null } = resultOf(test, entries);
  const telling = outcome === 'failed' ? 'error' : 'warning';
  const first = entries.find(({ type }) => type === telling);
  const crashMessage = kind === 'crash' ? 'The test did not finish: the process ended while it ran.' : '';
  const { path, name } = pathOf(fullPath, textOf(test, 'testDisplayName'));
  return {
    path,
    name,
    outcome,
    kind,
    durationMs,
    startedAt: readDate(textOf(test, 'dateTime')),
    message: first?.message ?? crashMessage,
    details:
      outcome === 'failed'
        ? joined(
            entries.filter(({ type }) => type === 'error'),
            limits.detailsLength,
          )
        : '',
    output: joined(entries, limits.outputLength),
    file: outcome === 'failed' ? first?.file : null,
    line: outcome === 'failed' && first ? first.line : null,
  };
}

/** The last part may contain points itself, which only the display name tells. */
function pathOf(fullPath: string, displayName: string): { path: string; name: string } {
  if (displayName !== '' && fullPath.endsWith(`.${displayName}`))
    return { path: fullPath.slice(0, -displayName.length - 1), name: displayName };
  const point = fullPath.lastIndexOf('.');
  return { path: fullPath.slice(0, Math.max(point, 0)), name: fullPath.slice(point + 1) };
}

/** A state of a newer engine is judged by the errors. */
function resultOf(test: Json, entries: readonly Entry[]): Result {
  const known = STATES[textOf(test, 'state').toLowerCase()];
  if (known) return known;
  const errors = (numberOf(test, 'errors') ?? 0) + listOf(test, 'errors').length;
  return errors > 0 || entries.some(({ type }) => type === 'error')
    ? { outcome: 'failed', kind: 'failure' }
    : { outcome: 'skipped' };
}

/** `entries` with an `event` each; old engines write `events`, or `errors` and `warnings` as lists. */
function entriesOf(test: Json): Entry[] {
  const logged = [...listOf(test, 'entries'), ...listOf(test, 'events')].map((entry) => entryOf(entry, 'info'));
  if (logged.length > 0) return logged;
  return [
    ...listOf(test, 'errors').map((entry) => entryOf(entry, 'error')),
    ...listOf(test, 'warnings').map((entry) => entryOf(entry, 'warning')),
  ];
}

function entryOf(entry: Json, defaultType: string): Entry {
  const event = isObject(entry) && isObject(entry.event) ? entry.event : entry;
  const message = typeof event === 'string' ? event : textOf(event, 'message');
  const file = textOf(entry, 'filename') || textOf(event, 'filename');
  const line = readLineNumber(numberOf(entry, 'lineNumber') ?? numberOf(event, 'lineNumber') ?? undefined);
  const type = (textOf(event, 'type') || defaultType).toLowerCase();
  return { type, message, context: textOf(event, 'context'), file, line };
}

function joined(entries: readonly Entry[], length: number): string {
  const clip = new Clip(length);
  for (const { type, message, context, file, line } of entries) {
    const place = file === '' ? '' : ` [${file}${line === null ? '' : `(${line})`}]`;
    const prefix = type === 'info' ? '' : `${type.replace(/^./, (letter) => letter.toUpperCase())}: `;
    clip.addLine(`${prefix}${context === '' ? '' : `${context}: `}${message}${place}`);
  }
  return clip.text();
}
