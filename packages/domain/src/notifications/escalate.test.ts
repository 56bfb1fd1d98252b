import { expect, it } from '@jest/globals';
import { escalate, type UntakenOutage } from './escalate.js';

const NOW = new Date(Date.UTC(2026, 10, 20));
const open = { state: 'open' as const, isTaken: false, isSnoozed: false };
const decide = (fields: Partial<UntakenOutage>) =>
  escalate({ brokenAt: new Date(NOW.getTime() - 3_600_000), hasPassed: false, problem: open, ...fields }, NOW);

it('is sent while the problem is open and nobody has taken it, also if the cause is unknown', () => {
  expect([decide({}), decide({ problem: null })]).toEqual(['send', 'send']);
});

it('waits while the problem is taken, snoozed, ignored or resolved', () => {
  const problems = [
    { ...open, isTaken: true },
    { ...open, isSnoozed: true },
    { ...open, state: 'ignored' as const },
    { ...open, state: 'resolved' as const },
  ];
  expect(problems.map((problem) => decide({ problem }))).toEqual(['hold', 'hold', 'hold', 'hold']);
});

it('is dropped once the job has passed, and after a month', () => {
  expect([decide({ hasPassed: true }), decide({ brokenAt: new Date(0) })]).toEqual(['drop', 'drop']);
});
