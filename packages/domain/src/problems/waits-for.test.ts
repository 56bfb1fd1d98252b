import { expect, it } from '@jest/globals';
import { describeWaitsFor, userIdName, type WaitingProblem, waitsFor } from './waits-for.js';

const OPENED = new Date(Date.UTC(2026, 10, 20, 8));
const LATER = new Date(Date.UTC(2026, 10, 20, 9));
const look = (userId: number, score: number) => ({
  owner: { userId },
  groupName: null,
  score,
  reasons: ['Made CL 1.'],
});
const owner = (onCallUserId: number | null) => ({
  kind: 'path' as const,
  owner: { groupId: 3 },
  pattern: '/Source/',
  groupName: 'Rendering',
  onCallUserId,
});

function waiting(facts: Partial<WaitingProblem>) {
  const found = waitsFor({
    state: 'open',
    openedAt: OPENED,
    assigneeUserId: null,
    assignedAt: null,
    snooze: null,
    looks: [],
    owners: [],
    ...facts,
  });
  return found && { ...found, sentence: describeWaitsFor(found, userIdName) };
}

it('waits for whoever took it, before anybody who should look', () => {
  expect(waiting({ assigneeUserId: 5, assignedAt: LATER, looks: [look(2, 0.9)] })).toMatchObject({
    userId: 5,
    since: LATER,
    sentence: 'Waits for user:5, who has taken it.',
  });
});

it('waits for the first person whose score is high enough to be named', () => {
  const group = { ...look(0, 0.9), owner: { groupId: 3 }, groupName: 'Rendering' };
  expect(waiting({ looks: [group, look(2, 0.7), look(4, 0.65)] })).toMatchObject({
    userId: 2,
    since: OPENED,
    sentence: 'Waits for user:2, who should look at it.',
  });
});

it('waits for the group that owns it if nobody stands out, by whoever is on call', () => {
  expect(waiting({ looks: [look(2, 0.5)], owners: [owner(7)] })).toMatchObject({
    userId: 7,
    groupId: 3,
    sentence: 'Waits for user:7, who is on call for Rendering.',
  });
  expect(waiting({ owners: [owner(null)] })).toMatchObject({
    userId: null,
    groupId: 3,
    sentence: 'Waits for the group Rendering, which owns it.',
  });
});

it('waits for nobody if a person only owns it', () => {
  const person = { ...owner(null), owner: { userId: 2 }, groupName: null };
  expect(waiting({ owners: [person] })).toMatchObject({ userId: null, sentence: 'Nobody has taken it.' });
});

it('waits for the end of its snooze, also if somebody took it', () => {
  const snooze = { until: new Date(Date.UTC(2026, 10, 27)), ends: 'date' as const, at: LATER };
  expect(waiting({ snooze, assigneeUserId: 5 })).toMatchObject({
    userId: null,
    since: LATER,
    sentence: 'Snoozed until 27 November 2026 at 00:00 UTC.',
  });
});

it('waits for nothing once it is resolved or ignored', () => {
  expect(waiting({ state: 'resolved' })).toBeNull();
  expect(waiting({ state: 'ignored', assigneeUserId: 5 })).toBeNull();
});
