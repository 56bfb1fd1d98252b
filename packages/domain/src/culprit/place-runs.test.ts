import { expect, it } from '@jest/globals';
import { placeRuns } from './place-runs.js';

const run = (revision: string, ...passes: boolean[]) => ({
  commitHash: revision.length > 6 ? revision : '',
  changelist: revision.length > 6 ? '' : revision,
  passes,
});
const shas = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
const placed = (runs: ReturnType<typeof placeRuns>) =>
  runs.map(({ position, hasPassed }) => `${position} ${hasPassed ? 'passed' : 'failed'}`);

it('places changelists between the changes of a range', () => {
  const firstFailure = run('120', false);
  const runs = [run('100', true), firstFailure, run('111', true), run('104', false, true)];
  const changes = ['105', '110', '120'];
  expect(placed(placeRuns({ changes, runs, firstFailure }))).toEqual([
    '0 passed',
    '3 failed',
    '2 passed',
    '0 failed',
    '0 passed',
  ]);
});

it('finds commits, also by the beginnings of their hashes', () => {
  const firstFailure = run(shas[2] ?? '', false);
  const runs = [run('f'.repeat(40), true), firstFailure, run('bbbbbbb', false), run('e'.repeat(40), false)];
  expect(placed(placeRuns({ changes: shas, runs, firstFailure }))).toEqual([
    '0 passed',
    '3 failed',
    '2 failed',
    '3 failed',
  ]);
});

it('does not take the number of a changelist for the beginning of a hash', () => {
  const firstFailure = run(shas[2] ?? '', false);
  const runs = [run('f'.repeat(40), true), firstFailure, run(`1234${'0'.repeat(36)}`, true)];
  const changes = ['1234', shas[2] ?? ''];
  expect(placed(placeRuns({ changes, runs, firstFailure }))).toEqual(['0 passed', '2 failed']);
});

it('counts newer revisions until one passes', () => {
  const firstFailure = run('120', false);
  const runs = [run('100', true), firstFailure, run('130', false), run('140', true), run('150', false)];
  expect(placed(placeRuns({ changes: ['120'], runs, firstFailure }))).toEqual([
    '0 passed',
    '1 failed',
    '1 failed',
  ]);
});
