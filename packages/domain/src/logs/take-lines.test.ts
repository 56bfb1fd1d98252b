import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commonRedactor, createRedactor } from '../redaction/redactor.js';
import { FORMAT_SAMPLES, NAME_SAMPLES } from '../redaction/rules.fixture.js';
import { takeLines } from './take-lines.js';

const KEY = `-----BEGIN PRIVATE KEY-----\n${`${'A1b2'.repeat(16)}\n`.repeat(4)}-----END PRIVATE KEY-----`;
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

/** Takes the lines of a log that arrives in pieces. */
function takeAll(log: Buffer, cuts: readonly number[], redactor = commonRedactor): string[] {
  const taken: string[] = [];
  let unread: Buffer = Buffer.alloc(0);
  const places = [0, ...cuts.map((cut) => cut % (log.length + 1)).toSorted((a, b) => a - b), log.length];
  for (const [index, end] of places.slice(1).entries()) {
    unread = Buffer.concat([unread, log.subarray(places[index], end)]);
    const isEnd = index === places.length - 2;
    const { lines, bytes } = takeLines(unread, { isEnd, redactor });
    taken.push(...lines);
    unread = unread.subarray(bytes);
  }
  expect(unread).toHaveLength(0);
  return taken;
}

const wholeOf = (log: string, redactor = commonRedactor) =>
  log === '' ? [] : redactor.lines(log.replace(/\n$/, '')).split('\n');

describe('taking lines of a log that arrives in pieces', () => {
  const secret = fc.constantFrom(
    ...Object.values(FORMAT_SAMPLES).flatMap(({ secrets, before = '' }) => secrets.map((s) => before + s)),
    ...Object.values(NAME_SAMPLES).flatMap(({ masked }) => masked.map(([text]) => text)),
  );
  const fragment = fc.oneof(
    secret,
    fc.constantFrom('\n', '\n', ' ', 'Compiling Quay.cpp', '\u001b[31m', 'hunter22', 'é😀', 'password=', '"'),
    // Tools write the parts of a key on lines of their own.
    fc.constantFrom(`\n${KEY}\n`, '\n-----BEGIN PRIVATE KEY-----\n', '\n-----END PRIVATE KEY-----\n'),
    fc.constant(`${'A'.repeat(64)}\n`),
  );
  const log = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));
  const own = createRedactor([{ name: 'Steam', value: 'hunter22' }]);

  it('masks what masking the whole log would mask, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(log, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        expect(takeAll(Buffer.from(text), cuts, own)).toEqual(wholeOf(text, own));
      }),
    );
  });

  it.each([
    ['a token', `Login with ${TOKEN} done`],
    ['a coloured token', `Login with \u001b[32m${TOKEN.slice(0, 9)}\u001b[0m${TOKEN.slice(9)}`],
    ['a password', 'steamcmd +login builder "s3cr3tPass1" +quit'],
    ['a private key', KEY],
  ])('shows no part of %s that is cut at any byte', (_name, credential) => {
    const text = `first\n${credential}\nlast\n`;
    const expected = wholeOf(text);
    expect(expected.join('\n')).toContain('[redacted');
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(takeAll(bytes, [cut])).toEqual(expected);
  });

  it('does not separate a key from the one that begins in its last line', () => {
    const text = `${KEY}${KEY}\nlast\n`;
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 7) expect(takeAll(bytes, [cut])).toEqual(wholeOf(text));
  });

  it('keeps an unfinished line, and an unfinished key, for the next piece', () => {
    const take = (text: string) => takeLines(Buffer.from(text), { isEnd: false, redactor: commonRedactor });
    expect(take('one\ntw')).toEqual({ lines: ['one'], bytes: 4 });
    expect(take('')).toEqual({ lines: [], bytes: 0 });
    expect(take(`one\n${KEY.slice(0, 80)}\nnext\n`)).toEqual({ lines: ['one'], bytes: 4 });
  });

  it('does not wait for the end of a key that is longer than any', () => {
    const text = `-----BEGIN PRIVATE KEY-----\n${'Not a key, but a long text.\n'.repeat(800)}`;
    const { lines } = takeLines(Buffer.from(text), { isEnd: false, redactor: commonRedactor });
    expect(lines).toHaveLength(801);
  });

  it('drops line ends, what PostgreSQL cannot store, and the times that runners put before lines', () => {
    const text = '\u001b_t=1700000000000\u0007one\r\n\u001b_bk;t=1700000000001\u0007two\u0000\nthree';
    expect(takeAll(Buffer.from(text), [])).toEqual(['one', 'two\uFFFD', 'three']);
  });

  it('breaks a line that is too long, at a space and never inside a character', () => {
    const words = 'word '.repeat(30_000);
    const taken = takeAll(Buffer.from(words), []);
    expect(taken.every((line) => line.length <= 65_536 && line.endsWith('word '))).toBe(true);
    expect(taken.join('')).toBe(words);
    const characters = '…'.repeat(50_000);
    expect(takeAll(Buffer.from(characters), [70_001, 100_000]).join('')).toBe(characters);
  });
});
