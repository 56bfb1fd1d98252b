import { describe, expect, it } from '@jest/globals';
import { type ChangeWindow, isInWindow, type PlacedChange } from './change-window.js';
import { commitsBetween } from './commit-range.js';
import { type BuildPoint, isSameRevision, lastPassingBefore } from './passing-build.js';

const build = (fields: Partial<BuildPoint> = {}): BuildPoint => ({
  buildNumber: '10',
  commitHash: '',
  changelist: '',
  startedAt: 1_000,
  ...fields,
});

describe('the last passing build', () => {
  it.each([
    ['by changelist', { changelist: '99', buildNumber: '11' }, { changelist: '100', buildNumber: '10' }, true],
    ['not one with a later changelist', { changelist: '101' }, { changelist: '100', buildNumber: '11' }, false],
    ['by number', { buildNumber: '9' }, { buildNumber: '10' }, true],
    ['not one with a later number, though it was faster', { buildNumber: '11', startedAt: 1 }, {}, false],
    ['by time when numbers are no numbers', { buildNumber: 'b', startedAt: 999 }, { buildNumber: 'a' }, true],
  ])('%s', (_name, passing, failed, isBefore) => {
    expect(lastPassingBefore(build(failed), [build(passing)]) !== null).toBe(isBefore);
  });

  it('of the same revision is told by commit, else by changelist', () => {
    expect(isSameRevision(build({ commitHash: 'a' }), build({ commitHash: 'a', changelist: '1' }))).toBe(true);
    expect(isSameRevision(build({ changelist: '1' }), build({ changelist: '1' }))).toBe(true);
    expect(isSameRevision(build(), build())).toBe(false);
  });
});

describe('commits between two', () => {
  const pushes = [
    { before: 'd', after: 'g', commits: ['e', 'f', 'g'] },
    { before: 'b', after: 'd', commits: ['c', 'd'] },
    { before: null, after: 'b', commits: ['a', 'b'] },
  ];

  it.each([
    ['within a push', 'e', 'g', ['f', 'g']],
    ['over pushes', 'a', 'f', ['b', 'c', 'd', 'e', 'f']],
    ['from where a push began', 'b', 'd', ['c', 'd']],
  ])('%s', (_name, from, to, commits) => {
    expect([...(commitsBetween(pushes, from, to) ?? [])].toSorted()).toEqual(commits);
  });

  it.each([
    ['the beginning is not recorded', 'z', 'g'],
    ['the end is not recorded', 'a', 'z'],
  ])('unknown when %s', (_name, from, to) => {
    expect(commitsBetween(pushes, from, to)).toBeNull();
  });

  it('ends when pushes run in a circle', () => {
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
    ['with the failed one’s number', { identifier: '110' }, true],
    ['with the passed one’s number', { identifier: '100' }, false],
    ['with a later number', { identifier: '111' }, false],
    ['of another branch', { branch: '//depot/release' }, false],
    ['of a branch nobody told', { branch: '' }, true],
    ['of git, told by its time', { sourceType: 'GitCommit', identifier: 'abc', branch: 'refs/heads/main' }, true],
  ])('%s', (_name, fields, isIn) => {
    expect(isInWindow(change(fields), between)).toBe(isIn);
  });

  it('counts when pushes name it, on whatever branch it was made', () => {
    const known = { ...between, commits: new Set(['abc']) };
    const git = { sourceType: 'GitCommit', branch: 'feature' };
    expect(isInWindow(change({ ...git, identifier: 'abc' }), known)).toBe(true);
    expect(isInWindow(change({ ...git, identifier: 'def' }), known)).toBe(false);
  });
});
