import { describe, expect, it } from '@jest/globals';
import { operationProblem } from './operation-problem.fixture.js';
import { type Json, placesIn, replaceAt } from './places.fixture.js';
import { processSample, readSample, registered, type Sample, sampleNames } from './samples.fixture.js';

/** Values that senders, scripts and attackers put where something else was expected. */
const UNEXPECTED_VALUES: readonly Json[] = [
  null,
  '',
  ' ',
  'x',
  '%changelist%',
  '__proto__',
  'e\u0301🎮'.repeat(300),
  0,
  -1,
  1.5,
  2 ** 31,
  1e300,
  true,
  [],
  [null],
  {},
  { toString: null },
];

/** What is wrong with the operations of an accepted payload; undefined if nothing is. */
function findFlaw(sample: Sample): string | undefined {
  const { event, operations } = processSample(sample);
  const problem = operations.map(operationProblem).find((found) => found !== null);
  return problem && `${event}: ${problem} of ${JSON.stringify(sample.body).slice(0, 2000)}`;
}

/**
 * Every sample with one place changed. A place that several samples of an event share is changed in only one of them.
 */
function* mutations(samples: readonly Sample[]): Generator<Sample> {
  const seen = new Set<string>();
  for (const sample of samples) {
    const body = (sample.body ?? {}) as Record<string, Json>;
    const { event } = processSample(sample);
    for (const { path, value } of placesIn(body)) {
      const place = JSON.stringify([event, path, value]);
      if (seen.has(place)) continue;
      seen.add(place);
      for (const surprise of [undefined, ...UNEXPECTED_VALUES]) {
        yield { ...sample, body: replaceAt(body, path, surprise) as Record<string, Json> };
      }
    }
  }
}

describe.each(registered.map(({ id }) => id))('%s', (id) => {
  it('produces well-formed operations for every payload that matches its schemas', () => {
    const flaws = new Set<string>();
    for (const sample of mutations(sampleNames(id).map(readSample))) {
      const flaw = findFlaw(sample);
      if (flaw !== undefined) flaws.add(flaw);
    }
    expect([...flaws].slice(0, 5)).toEqual([]);
  });
});
