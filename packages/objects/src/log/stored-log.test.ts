import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDictionary, openDictionary } from './dictionary.js';
import { compilePattern } from './line-pattern.js';
import { DamagedChunkError, packChunk, unpackChunk } from './pack-chunk.js';
import { readAll, readText, storeLog } from './stored-log.fixture.js';

const NEVER = { maxMatches: 1_000, maxTextBytes: Number.POSITIVE_INFINITY };
const START = { chunk: 0, line: 1 };
const plain = (text: string) => compilePattern({ text, isExpression: false, isCaseSensitive: true });

/** A log in which each line says its number. */
const numbered = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index + 1}\n`).join('');

const stamp = fc
  .tuple(
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constantFrom(
      (at: string) => `${at} `,
      (at: string) => `${at.slice(0, 19)}.1234567Z `,
      (at: string) => `[${at.slice(0, 10)} ${at.slice(11, 19)}] `,
      (at: string) => `[${at.slice(0, 19).replaceAll('-', '.').replace('T', '-').replaceAll(':', '.')}:042][  7]`,
      (at: string) => `${at.slice(11, 19)},5 `,
      () => '2021-02-30T25:61:00Z ',
    ),
  )
  .map(([at, write]) => write(at.toISOString()));
const line = fc
  .tuple(
    fc.option(stamp, { nil: '' }),
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constant('\u001b[31merror\u001b[0m\r'),
      fc.constant(''),
    ),
  )
  .map(([time, text]) => time + text);
const log = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));

describe('a stored log', () => {
  it('has every character that it was built from, in whatever pieces that arrived', async () => {
    const pieces = fc.array(log, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 2, max: 200 }), async (texts, chunkCharacters) => {
        const whole = texts.join('').toWellFormed();
        const stored = await storeLog([whole.slice(0, 7), whole.slice(7)], { chunkCharacters });
        expect(await readText(stored)).toBe(whole);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it('has the lines of its text, with their numbers', async () => {
    await fc.assert(
      fc.asyncProperty(log, fc.integer({ min: 2, max: 200 }), async (text, chunkCharacters) => {
        const expected = text.toWellFormed().split(/\r?\n/);
        if (expected.at(-1) === '') expected.pop();
        const stored = await storeLog([text.toWellFormed()], { chunkCharacters });
        const joined: string[] = [];
        for (const part of await readAll(stored.reader.lines(1, 1_000)))
          joined[part.number - 1] = (joined[part.number - 1] ?? '') + part.text;
        // A line break of two characters can be cut between them.
        expect(joined.map((one) => one.replace(/\r$/, ''))).toEqual(expected.map((one) => one.replace(/\r$/, '')));
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it('gives a window for the price of one chunk, or two at a border', async () => {
    const stored = await storeLog([numbered(2_000)], { chunkCharacters: 1_000 });
    const { chunks } = stored.index;
    expect(chunks.length).toBeGreaterThan(15);
    const border = chunks[3]?.firstLine ?? 0;
    for (const [from, expected] of [
      [border, 1],
      [border - 5, 2],
    ] as const) {
      stored.chunksRead = 0;
      const lines = await readAll(stored.reader.lines(from, 10));
      expect(lines.map(({ text }) => text)).toEqual(
        Array.from({ length: 10 }, (_, index) => `line ${from + index}`),
      );
      expect(stored.chunksRead).toBe(expected);
    }
    expect((await readAll(stored.reader.tail(2))).map(({ number }) => number)).toEqual([1_999, 2_000]);
    expect(await readAll(stored.reader.lines(2_001, 5))).toEqual([]);
  });

  it('is empty without text', async () => {
    const stored = await storeLog(['']);
    expect(stored.index.chunks).toEqual([]);
    expect(await readAll(stored.reader.tail(10))).toEqual([]);
    expect(await stored.reader.search(plain('x'), START, NEVER)).toEqual({ matches: [], next: null });
  });

  it('says which parts of a line that is longer than a chunk belong together', async () => {
    const stored = await storeLog([`before\n${'x'.repeat(2_500)}end\nafter\n`], { chunkCharacters: 1_000 });
    const parts = await readAll(stored.reader.lines(2, 1));
    expect(parts.map(({ isContinued }) => isContinued)).toEqual([false, true, true]);
    expect(parts.map(({ text }) => text).join('')).toBe(`${'x'.repeat(2_500)}end`);
    expect(await readAll(stored.reader.lines(3, 1))).toEqual([
      { number: 3, text: 'after', isContinued: false, time: null },
    ]);
  });

  it('knows the times of its lines', async () => {
    const stored = await storeLog([
      '2024-05-12T09:41:03.1234567Z a\nb\n[2024.05.12-09.41.04:118][ 42]c\n[09:41:05] d\n2024-05-12 09:41:06 e\n',
    ]);
    const times = (await readAll(stored.reader.lines(1, 9))).map(
      ({ time }) => time && new Date(time).toISOString(),
    );
    expect(times).toEqual([
      '2024-05-12T09:41:03.123Z',
      null,
      '2024-05-12T09:41:04.118Z',
      null,
      '2024-05-12T09:41:06.000Z',
    ]);
  });

  it('lists errors and steps by line, with a bound on both', async () => {
    const stored = await storeLog(['##[group]Cook\nfine\nan error\n##[group]Package\n', 'an error\n'.repeat(500)]);
    const [chunk] = stored.index.chunks;
    expect(chunk?.steps).toEqual([
      { line: 1, name: 'Cook' },
      { line: 4, name: 'Package' },
    ]);
    expect(chunk?.errors.slice(0, 3)).toEqual([3, 5, 6]);
    expect(chunk?.errors).toHaveLength(50);
  });
});

describe('a search', () => {
  it('finds text and expressions in every chunk', async () => {
    const stored = await storeLog([numbered(2_000)], { chunkCharacters: 1_000 });
    const { matches } = await stored.reader.search(plain('line 199'), START, NEVER);
    expect(matches.map(({ number }) => number)).toEqual([
      199,
      ...Array.from({ length: 10 }, (_, index) => 1_990 + index),
    ]);
    const expression = compilePattern({ text: '^LINE [12]00$', isExpression: true, isCaseSensitive: false });
    const found = await stored.reader.search(expression, START, NEVER);
    expect(found.matches.map(({ number }) => number)).toEqual([100, 200]);
  });

  it('goes on where it stopped, and finds everything once', async () => {
    const stored = await storeLog([numbered(500), 'x'.repeat(3_000), '\nline\n'], { chunkCharacters: 700 });
    for (const limits of [
      { maxMatches: 7, maxTextBytes: Number.POSITIVE_INFINITY },
      { maxMatches: 1_000, maxTextBytes: 1 },
    ]) {
      const found: string[] = [];
      for (let from: typeof START | null = START; from !== null; ) {
        const page = await stored.reader.search(
          compilePattern({ text: 'line|x', isExpression: true, isCaseSensitive: true }),
          from,
          limits,
        );
        found.push(...page.matches.map(({ number, isContinued }) => `${number}${isContinued ? '+' : ''}`));
        from = page.next;
      }
      const expected = Array.from({ length: 502 }, (_, index) => String(index + 1));
      expect(found.filter((one) => !one.endsWith('+'))).toEqual(expected);
      expect(found.filter((one) => one.endsWith('+')).length).toBeGreaterThan(2);
    }
  });

  it.each(['(a+)+$', '(a|aa)+$', '(?:a?){50}a{50}$'])('takes linear time for %s', async (text) => {
    const matches = compilePattern({ text, isExpression: true, isCaseSensitive: true });
    expect(matches(`${'a'.repeat(20_000)}!`)).toBe(false);
  });

  it.each(['', 'x'.repeat(501), '(', 'a{2000}', '(?=a)', '\\1'])('refuses %j, and says why', (text) => {
    expect(() => compilePattern({ text, isExpression: true, isCaseSensitive: true })).toThrow(
      expect.objectContaining({ name: 'LinePatternError' }),
    );
  });
});

describe('a dictionary', () => {
  const text = numbered(3_000);
  const cut = { text: text.slice(5_000), firstLine: 1, lines: 1, isContinued: false };

  it('makes a log that repeats an earlier one small', async () => {
    const dictionary = await createDictionary(text);
    const options = { chunkCharacters: 100_000 };
    const small = await storeLog([cut.text], { ...options, dictionary });
    const large = await storeLog([cut.text], options);
    expect(small.sizeBytes).toBeLessThan(large.sizeBytes / 4);
    expect(await readText(small)).toBe(cut.text);
  });

  it('is read from what was stored of it', async () => {
    const dictionary = await createDictionary(text);
    const packed = await packChunk(cut, { quality: 5, dictionary });
    const { lines } = await unpackChunk(packed, await openDictionary(dictionary.prefix));
    expect(lines.join('\n')).toBe(cut.text);
  });

  it('is not used if it was compressed in another way', async () => {
    const dictionary = await createDictionary(text);
    const foreign = { ...dictionary, prefix: Buffer.concat([dictionary.prefix, Buffer.from([0])]) };
    const packed = await packChunk(cut, { quality: 5, dictionary: foreign });
    expect((await unpackChunk(packed, null)).lines.join('\n')).toBe(cut.text);
  });

  it('must be there to read what needs it', async () => {
    const packed = await packChunk(cut, { quality: 5, dictionary: await createDictionary(text) });
    await expect(unpackChunk(packed, null)).rejects.toThrow(DamagedChunkError);
    const other = await createDictionary(numbered(100));
    await expect(unpackChunk(packed, other)).rejects.toThrow(DamagedChunkError);
  });
});

it('a damaged chunk is never shown', async () => {
  const cut = { text: `2024-05-12T09:41:03Z a\n${numbered(50)}`, firstLine: 1, lines: 51, isContinued: false };
  const packed = await packChunk(cut, { quality: 5, dictionary: null });
  for (let at = 0; at < packed.length; at++) {
    const damaged = Buffer.from(packed);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    const read = await unpackChunk(damaged, null).catch((error: unknown) => error);
    // Some bits of a Brotli stream mean nothing.
    if (!(read instanceof DamagedChunkError)) expect(read).toEqual(await unpackChunk(packed, null));
  }
  for (const length of [0, 5, packed.length - 1])
    await expect(unpackChunk(packed.subarray(0, length), null)).rejects.toThrow(DamagedChunkError);
});
