import { defineFormat, type ReportSink } from '../../define-format.js';
import type { Json } from '../../json/bounded-value.js';
import { isObject, JsonReader, listOf, numberOf, textOf } from '../../json/json-reader.js';
import type { Outcome } from '../../report.js';
import { readLineNumber, toMilliseconds } from '../../text/numbers.js';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
};

export const format = defineFormat({
  label: 'Buildkite Test Engine JSON',
  docs: 'https://buildkite.com/docs/test-engine/importing-json',
  // Collectors send the array as a file, or as `data` of a JSON object that describes the run.
  matches: ({ places }) =>
    ['', 'data'].some(
      (list) =>
        places.has(`${list}[].name`) && (places.has(`${list}[].result`) || places.has(`${list}[].history`)),
    ),
  open(sink) {
    const read = (test: Json) => addTest(test, sink);
    return new JsonReader(
      [
        { path: ['*'], read },
        { path: ['data', '*'], read },
      ],
      sink.limits,
      () => sink.problem('A test has more details than are read; the middle ones are left out.'),
    );
  },
});

function addTest(test: Json, sink: ReportSink): void {
  const name = textOf(test, 'name');
  if (name === '') {
    sink.problem('A result has no name.');
    return;
  }
  const history = isObject(test) ? test.history : undefined;
  const result = textOf(test, 'result');
  const [, place, line] = /^(.*?):(\d{1,7})(?::\d{1,7})?$/s.exec(textOf(test, 'location')) ?? [];
  sink.add({
    // Collectors of Jest and others leave out the file, which is all the path that a test at the top of its file has.
    path: scopeOf(test, name) || textOf(test, 'file_name') || place || '',
    name,
    outcome: OUTCOMES[result] ?? 'skipped',
    durationMs: toMilliseconds(numberOf(history, 'duration') ?? -1),
    message: textOf(test, 'failure_reason') || (OUTCOMES[result] ? '' : 'The report does not tell the result.'),
    details: listOf(test, 'failure_expanded').map(detailsOf).join('\n\n'),
    file: textOf(test, 'file_name') || place || textOf(test, 'location'),
    line: readLineNumber(line),
  });
}

/** The collector of Playwright begins the scope with a space and repeats the name at its end. */
function scopeOf(test: Json, name: string): string {
  const scope = textOf(test, 'scope');
  return scope.startsWith(' ') && scope.endsWith(` ${name}`) ? scope.slice(1, -1 - name.length) : scope;
}

const detailsOf = (failure: Json) =>
  [...listOf(failure, 'expanded'), ...listOf(failure, 'backtrace')]
    .filter((line) => typeof line === 'string')
    .join('\n');
