import { describe, expect, it } from '@jest/globals';
import type { SuspectChange } from './attribute.js';
import { likelyFix } from './likely-fix.js';

const change = (id: number, ...paths: string[]): SuspectChange => ({
  id,
  identifier: String(id),
  displayIdentifier: `CL ${id}`,
  sourceType: 'Changelist',
  description: '',
  author: 'ada',
  authorUid: null,
  userId: null,
  files: paths.map((path) => ({ path, action: 'edit' as const })),
});

const fixOf = (changes: readonly SuspectChange[], file: string | null) =>
  likelyFix(changes, { file, culprit: null });

describe('likelyFix', () => {
  it('is the only change that touched the file that failed', () => {
    const changes = [change(1, '//depot/Art/Fog.uasset'), change(2, '//depot/Source/Harbor/Fog.cpp'), change(3)];
    expect(fixOf(changes, 'C:\\ws\\Source\\Harbor\\Fog.cpp')).toBe(2);
  });

  it('is the only change between the two builds, whatever it touched', () => {
    expect(fixOf([change(7, 'README.md')], 'Source/Fog.cpp')).toBe(7);
    expect(fixOf([{ ...change(8), files: null }], null)).toBe(8);
  });

  it('is the change that reverts the proven culprit, whatever else was changed', () => {
    const culprit = { id: 4, identifier: '48213', description: 'Thin the fog' };
    const touching = change(8, 'Source/Fog.cpp');
    const revert = { ...change(9, 'Source/Rain.cpp'), description: 'Back out changelist 48213' };
    const file = 'Source/Fog.cpp';
    expect(likelyFix([touching, revert, change(10)], { file, culprit })).toBe(9);
    expect(likelyFix([touching, change(9), change(10)], { file, culprit })).toBe(8);
  });

  it('is unknown if several changes are possible, or none', () => {
    expect(fixOf([change(1), change(2)], null)).toBeNull();
    expect(fixOf([change(1, 'Source/Fog.cpp'), change(2, 'Source/Fog.cpp')], 'Source/Fog.cpp')).toBeNull();
    expect(fixOf([], 'Source/Fog.cpp')).toBeNull();
  });
});
