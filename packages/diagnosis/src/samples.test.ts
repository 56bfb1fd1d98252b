import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';
import { readLines } from './normalize.js';
import { families } from './registry.js';
import { Scanner } from './scan.js';

const FOLDER = new URL('../samples/', import.meta.url);

interface Sample {
  readonly id: string;
  /** A part of the line that the matcher recognizes. */
  readonly matches: string;
  /** A part of the line that is the cause, if it is a different line. */
  readonly key: string | undefined;
  readonly expected: Readonly<Record<string, string>>;
  readonly log: string;
}

function readSample(block: string): Sample {
  const [head = '', ...rest] = block.split('\n---\n');
  const [id = '', ...fields] = head.split('\n');
  const named = Object.fromEntries(
    fields.map((field): [string, string] => {
      const colon = field.indexOf(': ');
      return [field.slice(0, colon), field.slice(colon + 2)];
    }),
  );
  const { matches = '', key, ...expected } = named;
  return { id, matches, key, expected, log: rest.join('\n---\n').trimEnd() };
}

const samples = readdirSync(FOLDER).flatMap((name) =>
  readFileSync(new URL(name, FOLDER), 'utf8')
    .split(/^=== /m)
    .filter((block) => block.trim() !== '')
    .map(readSample),
);
const titled = samples.map((sample) => [`${sample.id}, ${sample.matches},`, sample] as const);
const matchers = families.flatMap((family) => family.matchers);
const scanner = new Scanner(matchers);

function namedBy(log: string): Record<string, string> {
  const { category, file, fileLine, symbol, test } = diagnose({ content: log, truncated: false });
  const place = file !== null && fileLine !== null ? `${file}:${fileLine}` : file;
  return { category, ...(place && { file: place }), ...(symbol && { symbol }), ...(test && { test }) };
}

describe('samples', () => {
  it('exist for every matcher', () => {
    const shown = [...new Set(samples.map(({ id }) => id))].toSorted();
    expect(shown).toEqual(matchers.map(({ id }) => id).toSorted());
  });

  it.each(titled)('%s is recognized', (_title, sample) => {
    const lines = readLines(sample.log);
    const hits = scanner.scan(lines).filter(({ matcher }) => matcher.id === sample.id);
    expect(hits.map(({ index }) => lines[index]?.text ?? '')).toContainEqual(
      expect.stringContaining(sample.matches),
    );
  });

  it.each(titled)('%s leads to the cause', (_title, sample) => {
    const found = diagnose({ content: sample.log, truncated: false });
    expect(found.keyLine?.text).toContain(sample.key ?? sample.matches);
    expect(namedBy(sample.log)).toMatchObject(sample.expected);
    expect(found.diagnosis).toContain(found.keyLine?.text);
    expect(found.suggestedFix).not.toBe('');
  });
});
