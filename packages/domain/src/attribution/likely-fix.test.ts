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

describe('likelyFix', () => {
  it('is the only change that touched the file that failed', () => {
    const changes = [change(1, '//depot/Art/Fog.uasset'), change(2, '//depot/Source/Harbor/Fog.cpp'), change(3)];
    expect(likelyFix(changes, 'C:\\ws\\Source\\Harbor\\Fog.cpp')).toBe(2);
  });

  it('is the only change between the two builds, whatever it touched', () => {
    expect(likelyFix([change(7, 'README.md')], 'Source/Fog.cpp')).toBe(7);
    expect(likelyFix([{ ...change(8), files: null }], null)).toBe(8);
  });

  it('is unknown if several changes are possible, or none', () => {
    expect(likelyFix([change(1), change(2)], null)).toBeNull();
    expect(likelyFix([change(1, 'Source/Fog.cpp'), change(2, 'Source/Fog.cpp')], 'Source/Fog.cpp')).toBeNull();
    expect(likelyFix([], 'Source/Fog.cpp')).toBeNull();
  });
});
