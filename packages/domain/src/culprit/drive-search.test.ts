import { describe, expect, it } from '@jest/globals';
import { type DrivenSearch, driveSearch, type OpenRun, settleRun } from './drive-search.js';

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 10, 20);
const ended = { status: 'failed', endedAt: NOW - MINUTE_MS, shows: null } as const;
const open = (fields: Partial<OpenRun>): OpenRun => ({
  id: 1,
  identifier: '110',
  askedAt: NOW - 30 * MINUTE_MS,
  isConfirmed: true,
  build: null,
  ...fields,
});

describe('a run', () => {
  it.each([
    ['goes on until the tool is asked', { askedAt: null }, null],
    ['goes on while it waits for a machine', {}, null],
    ['is lost if a request without an answer brought no build', { isConfirmed: false }, 'lost'],
    ['is lost if its build was canceled', { build: { ...ended, status: 'cancelled' } }, 'lost'],
    ['goes on while it runs', { build: { ...ended, status: 'building', endedAt: null } }, null],
    ['waits for the diagnosis of its build', { build: ended }, null],
    ['says nothing without a diagnosis', { build: { ...ended, endedAt: NOW - 11 * MINUTE_MS } }, 'untestable'],
    ['failed if it shows the problem', { build: { ...ended, shows: 'problem' } }, 'failed'],
    ['says nothing if it failed for another reason', { build: { ...ended, shows: 'nothing' } }, 'untestable'],
    ['passed if it does not show the problem', { build: { ...ended, shows: 'no_problem' } }, 'passed'],
  ] as const)('%s', (_, fields, outcome) => {
    expect(settleRun(open(fields), NOW)).toBe(outcome);
  });
});

describe('a search', () => {
  const drive = (fields: Partial<DrivenSearch>) =>
    driveSearch({
      isOpen: true,
      step: { kind: 'run', position: 2, missing: [] },
      pending: [],
      runsLeft: 9,
      runsLeftToday: 9,
      ...fields,
    });
  const proof = { kind: 'run', position: 1, missing: [1, 1, 2] } as const;
  const wait = { kind: 'wait' };

  it.each([
    ['requests the run that tells most', {}, { kind: 'request', positions: [2] }],
    ['waits for its run', { pending: [2] }, wait],
    ['waits for a run that has become needless', { pending: [4] }, wait],
    ['runs the proof side by side', { step: proof }, { kind: 'request', positions: [1, 1, 2] }],
    [
      'requests what is missing of the proof',
      { step: proof, pending: [1] },
      { kind: 'request', positions: [1, 2] },
    ],
    ['waits for the proof', { step: proof, pending: [1, 2, 1] }, wait],
    ['requests no more than its runs', { step: proof, runsLeft: 2 }, { kind: 'request', positions: [1, 1] }],
    [
      'requests no more than the day allows',
      { step: proof, runsLeftToday: 1 },
      { kind: 'request', positions: [1] },
    ],
    ['goes on tomorrow', { runsLeftToday: 0 }, { kind: 'wait_for_tomorrow' }],
    ['ends with the culprit', { step: { kind: 'culprit', change: 1 }, pending: [1] }, { kind: 'conclude' }],
    ['waits for its last run', { step: { kind: 'unsettled' }, pending: [1] }, wait],
    ['ends without a result', { step: { kind: 'unsettled' } }, { kind: 'conclude' }],
    ['stops without a range', { step: null }, { kind: 'stop' }],
    ['stops if the problem is no longer open', { isOpen: false }, { kind: 'stop' }],
  ] as const)('%s', (_, fields, move) => {
    expect(drive(fields)).toEqual(move);
  });
});
