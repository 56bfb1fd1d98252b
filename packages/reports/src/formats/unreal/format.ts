import { defineFormat, type ReportSink } from '../../define-format.js';
import type { Json } from '../../json/bounded-value.js';
import { JsonReader, numberOf, textOf } from '../../json/json-reader.js';
import { readDate, toMilliseconds } from '../../text/numbers.js';
import { UnrealDevices } from './devices.js';
import { unrealTest } from './unreal-test.js';

export const format = defineFormat({
  label: 'an Unreal automation report (index.json)',
  docs: 'https://dev.epicgames.com/documentation/en-us/unreal-engine/run-automation-tests-in-unreal-engine',
  matches: ({ places }) =>
    places.has('tests[].fullTestPath') ||
    (places.has('reportCreatedOn') && (places.has('succeeded') || places.has('devices') || places.has('tests'))),
  open(sink) {
    const devices = new UnrealDevices();
    return new JsonReader(
      [
        { path: ['tests', '*'], read: (test) => addTest(test, sink) },
        { path: ['devices', '*'], read: (device) => devices.add(device, sink) },
        {
          path: ['reportCreatedOn'],
          read: (text) => sink.startedAt(typeof text === 'string' ? readDate(text) : null),
        },
        { path: ['totalDuration'], read: (value) => sink.durationMs(toMilliseconds(Number(value))) },
      ],
      sink.limits,
      () => sink.problem('A test has more log entries than are read; the middle ones are left out.'),
    );
  },
});

function addTest(test: Json, sink: ReportSink): void {
  const fullPath = textOf(test, 'fullTestPath') || textOf(test, 'testDisplayName');
  if (fullPath === '') sink.problem('A test has no fullTestPath.');
  else
    sink.add(
      unrealTest(test, fullPath, {
        durationMs: toMilliseconds(numberOf(test, 'duration') ?? -1),
        limits: sink.limits,
      }),
    );
}
