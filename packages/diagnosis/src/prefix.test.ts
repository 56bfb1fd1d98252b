import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';
import { readLines } from './normalize.js';

const FOLDER = new URL('../samples/', import.meta.url);
const GAME_FAMILIES = [
  'apple',
  'game-tools',
  'infrastructure',
  'packaging-signing',
  'source-control',
  'unity',
  'unreal-build',
  'unreal-content',
];

const before = (prefix: (index: number) => string) => (lines: readonly string[]) =>
  lines.map((line, index) => `${prefix(index)}${line}`).join('\n');
const two = (number: number) => String(number % 60).padStart(2, '0');

const PREFIXES: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  'a Jenkins branch': before((index) => `[2026-11-15T10:00:${two(index)}.118Z] [win64-shipping] `),
  TeamCity: before((index) => `[10:00:${two(index)}]i:\t [Step 2/5] `),
  'a Horde agent': before((index) => `[10:00:${two(index)}.118] `),
  'docker compose': before(() => 'game-builder-1  | '),
  UATHelper: before(() => 'UATHelper: Packaging (Windows): '),
  'date and milliseconds': before((index) => `2026-11-15 10:00:${two(index)},118 `),
};

const samples = GAME_FAMILIES.flatMap((name) =>
  readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8')
    .split(/^=== /m)
    .filter((block) => block.trim() !== '')
    .map((block): [string, string] => [
      block.slice(0, block.indexOf('\n')),
      block
        .slice(block.indexOf('\n---\n') + 5)
        .trimEnd()
        .replace(/\n\s{0,9}$/, ''),
    ]),
);

const PREPARATION = Array.from({ length: 12 }, (_, index) => `Preparing workspace part ${index}`);

describe('game logs with a CI prefix on every line', () => {
  it.each(Object.keys(PREFIXES))('%s are diagnosed as if they had no prefix', (name) => {
    const differing = samples.filter(([, log]) => {
      const lines = [...PREPARATION, ...log.split('\n')];
      const plain = diagnose({ content: lines.join('\n'), truncated: false });
      const prefixed = diagnose({ content: PREFIXES[name]?.(lines) ?? '', truncated: false });
      return prefixed.keyLine?.line !== plain.keyLine?.line || prefixed.category !== plain.category;
    });
    expect(differing.map(([id]) => id)).toEqual([]);
  });
});

describe('prefixes', () => {
  const textsOf = (log: string) => readLines(log).map(({ text }) => text);

  it('of parallel branches are removed from interleaved lines', () => {
    const log = Array.from({ length: 30 }, (_, index) => `[${index % 2 ? 'linux' : 'win64'}] compiled ${index}`);
    expect(textsOf(log.join('\n'))).toEqual(log.map((line) => line.replace(/^\[\w+\] /, '')));
  });

  it('of one stage are removed even if other stages have none', () => {
    const stage = Array.from({ length: 20 }, (_, index) => `server-1  | tick ${index}`);
    const log = [...Array.from({ length: 100 }, (_, index) => `cooked asset ${index}`), ...stage];
    expect(textsOf(log.join('\n')).at(-1)).toBe('tick 19');
  });

  it.each(['[ERROR] ', '[info] ', '[ RUN      ] ', '[12/300] ', '    [javac] '])(
    'that are part of the message stay: %j',
    (tag) => {
      const log = Array.from({ length: 30 }, () => `${tag}something`);
      expect(textsOf(log.join('\n'))[0]).toBe(`${tag}something`);
    },
  );

  it('do not change line numbers or the number of lines', () => {
    const log = Array.from({ length: 12 }, (_, index) => `[a-b] line ${index}`).join('\n');
    expect(readLines(`\n${log}\n`).map(({ number }) => number)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  });
});
