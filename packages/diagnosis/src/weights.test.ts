import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { staleDefinitions } from '../train/definitions.mjs';
import { weightsSource } from '../train/weights-source.mjs';

const TABLE = new URL('../train/table/', import.meta.url);
const MOST_BYTES = 5_000_000;

const tables = readdirSync(TABLE)
  .filter((name) => name !== 'definitions.json')
  .map((name) => ({ name, text: readFileSync(new URL(name, TABLE), 'utf8') }));

describe('the feature table', () => {
  it('defines the same features as the engine', () => {
    const stale = staleDefinitions();
    const advice =
      'The table of features is stale: run `npm run diagnose:features -- <folder of labelled logs>`, ' +
      'then `npm run diagnose:train`. These were defined differently when it was written:';
    expect(stale.length === 0 ? '' : [advice, ...stale].join('\n')).toBe('');
  });

  it('reproduces the committed weights exactly when `npm run diagnose:train` learns from it', () => {
    expect(weightsSource()).toBe(readFileSync(new URL('weights.ts', import.meta.url), 'utf8'));
  });

  it.each(tables)('contains numbers and no text: $name', ({ name, text }) => {
    const rows = text.trimEnd().split('\n');
    const isRow = name.endsWith('.csv') ? /^-?[\d.]+(?:,-?[\d.]+)+$/ : /^[01] qid:\d+(?: \d+:-?[\d.]+)*$/;
    expect(rows.slice(name.endsWith('.csv') ? 1 : 0).filter((row) => !isRow.test(row))).toEqual([]);
  });

  it('stays small', () => {
    const bytes = tables.reduce((sum, { text }) => sum + text.length, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});
