import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReportError, type ReportedTest } from './index.js';
import { type ReadFile, read } from './read.fixture.js';
import { listSamples, readSample } from './samples.fixture.js';

const samples = listSamples();

/** Null if the file is refused. Any other error than a ReportError fails the test. */
async function tryRead(file: Uint8Array): Promise<ReadFile | null> {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof ReportError) return null;
    throw error;
  }
}

const keysOf = (tests: readonly ReportedTest[]) => new Set(tests.map((test) => JSON.stringify(test)));

describe('every sample', () => {
  it.each(samples)('$format/$file, cut anywhere, has only tests that the whole file has', async (sample) => {
    const file = readSample(sample);
    const whole = keysOf((await read(file)).tests);
    // Every place of a small file; in a larger one, enough to meet each kind of place.
    const step = Math.ceil(file.length / 1_000);
    for (let end = 0; end < file.length; end += step) {
      const result = await tryRead(file.subarray(0, end));
      const foreign = result?.tests.filter((test) => !whole.has(JSON.stringify(test))) ?? [];
      expect({ end, foreign }).toEqual({ end, foreign: [] });
    }
  });

  it.each(samples)('$format/$file, damaged anywhere, is read or refused', async (sample) => {
    const file = readSample(sample);
    const damage = fc.record({
      at: fc.nat(file.length - 1),
      removed: fc.nat(40),
      inserted: fc.oneof(
        fc.uint8Array({ maxLength: 10 }),
        fc
          .constantFrom(
            '<',
            '>',
            '"',
            '&',
            '&#0;',
            ']]>',
            '<![CDATA[',
            '<!--',
            '{',
            '}',
            '[',
            ']',
            '\\',
            '\n',
            '\0',
            '</',
          )
          .map((text) => new Uint8Array(Buffer.from(text))),
        fc
          .record({ from: fc.nat(file.length - 1), length: fc.nat(200) })
          .map(({ from, length }) => file.subarray(from, from + length)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        let damaged: Buffer = file;
        for (const { at, removed, inserted } of damages) {
          damaged = Buffer.concat([damaged.subarray(0, at), inserted, damaged.subarray(at + removed)]);
        }
        const result = await tryRead(damaged);
        for (const { name, path, durationMs, line } of result?.tests ?? []) {
          expect([typeof name, typeof path]).toEqual(['string', 'string']);
          expect(durationMs === null || durationMs >= 0).toBe(true);
          expect(line === null || line > 0).toBe(true);
        }
      }),
      { numRuns: 100, seed: 20_261_119 },
    );
  });
});
