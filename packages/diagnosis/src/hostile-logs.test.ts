import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildBaseline } from './baseline.js';
import { diagnose } from './diagnose.js';
import { readLines } from './normalize.js';
import { families } from './registry.js';
import { Scanner } from './scan.js';

/** The same characters as fast-check's `binary`, which first builds a table of all of them. */
const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const STORED_CHARACTERS = 256_000;
const READ_LINE_CHARACTERS = 1_000;

const matchers = families.flatMap((family) => family.matchers);
const patterns = matchers.flatMap(({ id, pattern, after }) =>
  [pattern, ...(after ? [after.pattern] : [])].map((each) => [id, each] as const),
);

const repeated = (text: string, characters: number) =>
  text.repeat(Math.ceil(characters / text.length)).slice(0, characters);

const pieces = [
  ...[
    'a@',
    '(',
    '([{',
    'a',
    ' ',
    '0',
    '.',
    'a/',
    '\\',
    '::',
    'a:1:',
    'error: ',
    'FAILED ',
    'at ',
    'a.b.',
    '-',
    '"',
  ],
  ...["'", '1) ', '(1,1): ', '.java:', '✗ ', 'a(b) ', 'x.cpp:1: ', '<<< FAILURE! ', '[ERROR] ', 'in "', 'line 1 '],
];
const hostileLines = pieces.flatMap((piece) => {
  const line = repeated(piece, READ_LINE_CHARACTERS);
  return [line, `error: ${line}`, `${line} error: x`, `FAIL: ${line}`, `x.cpp:1: ${line} FAILED`];
});

const UNBOUNDED = /[*+]|\{\d+,\}/;
const INNERMOST = /\((?<body>[^()]*)\)(?<times>[*+]|\{[\d,]+\})?/;

/** Finds an unbounded repetition inside a repeated group, which may take exponential time to match. */
function hasNestedRepetition(source: string): boolean {
  let bare = source
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?(?:[:=!]|<\w+>)/g, '(');
  for (let group = INNERMOST.exec(bare); group; group = INNERMOST.exec(bare)) {
    const { body = '', times = '' } = group.groups ?? {};
    if (UNBOUNDED.test(body) && times !== '') return true;
    bare = bare.replace(group[0], UNBOUNDED.test(body + times) ? 'x+' : 'x');
  }
  return false;
}

describe('patterns', () => {
  it.each(patterns)('%s contains no nested repetition', (_id, pattern) => {
    expect(hasNestedRepetition(pattern.source)).toBe(false);
    expect(pattern.flags).not.toMatch(/[gy]/);
  });

  it.each(patterns)('%s finishes on hostile lines', (_id, pattern) => {
    const tried = hostileLines.map((line) => pattern.test(line));
    expect(tried).toHaveLength(hostileLines.length);
  });

  it('with a nested repetition are detected', () => {
    expect(hasNestedRepetition('^(?:a+)+$')).toBe(true);
    expect(hasNestedRepetition('^((?:a|b)*x){2,9}$')).toBe(true);
    expect(hasNestedRepetition('^(?:a{1,9})?b+$')).toBe(false);
  });
});

describe('hostile logs', () => {
  const logs: [string, string][] = [
    ['one line of 256,000 characters', 'a'.repeat(STORED_CHARACTERS)],
    ['one line of error words', repeated('error: ', STORED_CHARACTERS)],
    ['a@a@a@…', repeated('a@', STORED_CHARACTERS)],
    ['nested brackets', repeated('([{<', STORED_CHARACTERS)],
    ['100,000 error lines', 'x.cpp:1:1: error: no FAILED\n'.repeat(100_000)],
    ['nothing but line ends', '\n'.repeat(STORED_CHARACTERS)],
    ['nothing but carriage returns', repeated('a\r', STORED_CHARACTERS)],
    ['nothing but colours', repeated('\u001b[31m', STORED_CHARACTERS)],
    ['halves of surrogate pairs', repeated('\ud800error: \udc00\n', STORED_CHARACTERS)],
    ['zeros', repeated('\u0000e\u0000', STORED_CHARACTERS)],
  ];

  it.each(logs)('%s produces a bounded finding', (_name, content) => {
    const found = diagnose({ content, truncated: false }, { baseline: buildBaseline(content.slice(0, 1000)) });
    expect(found.evidence.length).toBeLessThanOrEqual(8);
    expect(Math.max(0, ...found.evidence.map(({ text }) => text.length))).toBeLessThanOrEqual(500);
    expect(found.diagnosis.length).toBeLessThan(3_000);
    expect(found.diagnosis.isWellFormed()).toBe(true);
  });

  it('are read up to a fixed size per line and matcher', () => {
    const log = `${'error: x\n'.repeat(40_000)}${'y'.repeat(9_999)}\n`;
    const lines = readLines(log);
    expect(Math.max(...lines.map(({ text }) => text.length))).toBe(READ_LINE_CHARACTERS);
    expect(lines.at(-1)?.number).toBe(40_002);
    expect(new Scanner(matchers).scan(lines).length).toBeLessThanOrEqual(matchers.length * 2_000);
  });

  it('produce a finding that quotes only lines of the log', () => {
    const fragment = fc.constantFrom(
      'error: ',
      'FAILED',
      '\n',
      '\r',
      ' at x.cpp:12',
      '--- FAIL: ',
      '##[error]',
      '\u001b[0m',
    );
    const anyLog = fc.array(fc.oneof(fragment, fc.string({ unit: anyCharacter, maxLength: 12 })), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(anyLog, fc.boolean(), (parts, truncated) => {
        const content = parts.join('');
        const found = diagnose({ content, truncated });
        const count = content.split('\n').length;
        expect(found.confidence).toBeGreaterThanOrEqual(0.05);
        expect(found.confidence).toBeLessThanOrEqual(0.95);
        for (const { line } of found.evidence) expect(line >= 1 && line <= count).toBe(true);
        if (found.keyLine) expect(found.evidence[0]).toEqual(found.keyLine);
      }),
    );
  });
});
