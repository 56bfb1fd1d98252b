import { defineFormat, type ReportSink } from '../../define-format.js';
import type { Json } from '../../json/bounded-value.js';
import { JsonReader, listOf, numberOf, textOf } from '../../json/json-reader.js';
import type { Outcome } from '../../report.js';
import { splitPlace } from '../../reported-test.js';
import { readDate, readLineNumber, readSeconds } from '../../text/numbers.js';

/** GoogleTest's XML is JUnit XML. */
export const format = defineFormat({
  label: 'GoogleTest JSON',
  docs: 'https://google.github.io/googletest/advanced.html#generating-a-json-report',
  matches: ({ places }) => places.has('testsuites'),
  open(sink) {
    let suite = '';
    return new JsonReader(
      [
        { path: ['timestamp'], read: (text) => sink.startedAt(readDate(String(text))) },
        { path: ['time'], read: (text) => sink.durationMs(readSeconds(String(text))) },
        {
          path: ['testsuites', '*', 'name'],
          read: (text) => {
            suite = String(text);
          },
        },
        { path: ['testsuites', '*', 'testsuite', '*'], read: (test) => addTest(test, suite, sink) },
      ],
      sink.limits,
      () => sink.problem('A test has more failures than are read; the middle ones are left out.'),
    );
  },
});

function addTest(test: Json, suite: string, sink: ReportSink): void {
  const failures = listOf(test, 'failures').map((each) => textOf(each, 'failure'));
  const skips = listOf(test, 'skipped').map((each) => textOf(each, 'message'));
  const [first = ''] = failures.length > 0 ? failures : skips;
  const place = splitPlace(first);
  sink.add({
    path: textOf(test, 'classname') || suite,
    name: textOf(test, 'name'),
    outcome: outcomeOf(test, failures.length > 0),
    durationMs: readSeconds(textOf(test, 'time')),
    startedAt: readDate(textOf(test, 'timestamp')),
    message: place.rest,
    details: failures.join('\n\n'),
    file: textOf(test, 'file') || place.file,
    line: readLineNumber(numberOf(test, 'line') ?? undefined) ?? place.line,
    suite,
  });
}

function outcomeOf(test: Json, hasFailed: boolean): Outcome {
  if (hasFailed) return 'failed';
  const isLeftOut = textOf(test, 'status') === 'NOTRUN' || /^(?:SKIPPED|SUPPRESSED)$/.test(textOf(test, 'result'));
  return isLeftOut ? 'skipped' : 'passed';
}
