import { describe, expect, it } from '@jest/globals';
import {
  type BuildPoint,
  type ChangeWindow,
  isInWindow,
  lastPassingBefore,
  type PlacedChange,
} from './change-window.js';
import { commitsBetween } from './commit-range.js';

const build = (fields: Partial<BuildPoint> = {}): BuildPoint => ({
  buildNumber: '10',
  commitHash: '',
  changelist: '',
  startedAt: 1_000,
  ...fields,
});

describe('the last passing build', () => {
  it.each([
    [
      'is found by changelist',
      { changelist: '99', buildNumber: '11' },
      { changelist: '100', buildNumber: '10' },
      true,
    ],
    ['has no later changelist', { changelist: '101' }, { changelist: '100', buildNumber: '11' }, false],
    ['is found by number', { buildNumber: '9' }, { buildNumber: '10' }, true],
    ['has no later number, even if it ended earlier', { buildNumber: '11', startedAt: 1 }, {}, false],
    [
      'is found by time when build numbers are not numeric',
      { buildNumber: 'b', startedAt: 999 },
      { buildNumber: 'a' },
      true,
    ],
  ])('%s', (_name, passing, failed, isBefore) => {
    expect(lastPassingBefore(build(failed), [build(passing)]) !== null).toBe(isBefore);
  });
});

describe('the commits between two commits', () => {
  const pushes = [
    { before: 'd', after: 'g', commits: ['e', 'f', 'g'] },
    { before: 'b', after: 'd', commits: ['c', 'd'] },
    { before: null, after: 'b', commits: ['a', 'b'] },
  ];

  it.each([
    ['are found within a push', 'e', 'g', ['f', 'g']],
    ['are found across pushes', 'a', 'f', ['b', 'c', 'd', 'e', 'f']],
    ['are found from the start of a push', 'b', 'd', ['c', 'd']],
  ])('%s', (_name, from, to, commits) => {
    expect([...(commitsBetween(pushes, from, to) ?? [])].toSorted()).toEqual(commits);
  });

  it.each([
    ['the first is not recorded', 'z', 'g'],
    ['the last is not recorded', 'a', 'z'],
  ])('are unknown when %s', (_name, from, to) => {
    expect(commitsBetween(pushes, from, to)).toBeNull();
  });

  it('are unknown when pushes form a cycle', () => {
    const circle = [
      { before: 'b', after: 'a', commits: ['a'] },
      { before: 'a', after: 'b', commits: ['b'] },
    ];
    expect(commitsBetween(circle, 'z', 'a')).toBeNull();
  });
});

describe('a change between two builds', () => {
  const between: ChangeWindow = {
    passed: build({ changelist: '100' }),
    failed: build({ changelist: '110' }),
    branch: 'main',
    commits: null,
  };
  const change = (fields: Partial<PlacedChange>): PlacedChange => ({
    identifier: '105',
    sourceType: 'Changelist',
    branch: '//depot/main/',
    ...fields,
  });

  it.each([
    ['with a number between them', {}, true],
    ['with the number of the failed build', { identifier: '110' }, true],
    ['with the number of the passing build', { identifier: '100' }, false],
    ['with a later number', { identifier: '111' }, false],
    ['of another branch', { branch: '//depot/release' }, false],
    ['of an unknown branch', { branch: '' }, true],
    ['of git, by its time', { sourceType: 'GitCommit', identifier: 'abc', branch: 'refs/heads/main' }, true],
  ])('%s', (_name, fields, isIn) => {
    expect(isInWindow(change(fields), between)).toBe(isIn);
  });

  it('counts when the pushes contain it, whatever its branch', () => {
    const known = { ...between, commits: new Set(['abc']) };
    const git = { sourceType: 'GitCommit', branch: 'feature' };
    expect(isInWindow(change({ ...git, identifier: 'abc' }), known)).toBe(true);
    expect(isInWindow(change({ ...git, identifier: 'def' }), known)).toBe(false);
  });
});
