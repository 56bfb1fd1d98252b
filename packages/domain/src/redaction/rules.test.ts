import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FORMAT_RULES, NAME_RULES } from './rules.js';

const page = readFileSync(new URL('../../../../infra/docs/use/redaction.md', import.meta.url), 'utf8');

function firstColumn(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| ([^|]+?) \|/gm)].slice(1).map(([, cell = '']) => cell);
}

describe('infra/docs/use/redaction.md', () => {
  it('lists every format', () => {
    expect(firstColumn('Formats')).toEqual(FORMAT_RULES.map(({ name }) => name));
  });

  it('lists every name', () => {
    const listed = firstColumn('Names').flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(listed.toSorted()).toEqual(NAME_RULES.map(({ name }) => name).toSorted());
  });
});
