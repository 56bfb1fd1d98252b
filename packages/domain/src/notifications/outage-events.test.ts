import { expect, it } from '@jest/globals';
import { type OutageFacts, outageEvents } from './outage-events.js';

const minute = (number: number) => new Date(Date.UTC(2026, 10, 17, 9, number));
const now = minute(30);

/** A main job that passed with build 1 and failed with build 2. */
const open: OutageFacts = {
  now,
  name: 'o',
  isMain: true,
  branch: null,
  shippingOnly: false,
  isFollowed: false,
  passedId: 1,
  passedAt: minute(1),
  failedId: 2,
  failedAt: minute(2),
  firstId: 2,
  firstAt: minute(2),
  failures: 1,
  thresholds: [],
  escalations: [],
  examinedIds: [],
  writtenKeys: [],
  brokeReleaseAt: null,
};
const again: Partial<OutageFacts> = { failedId: 4, failedAt: minute(4), failures: 3 };
const over: Partial<OutageFacts> = { passedId: 5, passedAt: minute(5), writtenKeys: ['broke:o'] };

it.each<[string, Partial<OutageFacts>, readonly string[]]>([
  ['breaks with its first failure', again, ['broke:o of 2']],
  ['breaks if it never passed', { passedId: null, passedAt: null }, ['broke:o of 2']],
  ['breaks once', { ...again, writtenKeys: ['broke:o'] }, []],
  [
    'counts later failures while the message that it broke waits',
    { ...again, writtenKeys: ['broke:o'], brokeReleaseAt: minute(31) },
    ['broke:o of 2'],
  ],
  ['is not still broken before a threshold', { ...again, thresholds: [4] }, ['broke:o of 2']],
  [
    'is still broken from each threshold on',
    { ...again, thresholds: [2, 3, 4] },
    ['broke:o of 2', 'still:o:2 of 4', 'still:o:3 of 4'],
  ],
  [
    'is still broken once for each threshold',
    { ...again, thresholds: [2, 3], writtenKeys: ['broke:o', 'still:o:2'] },
    ['still:o:3 of 4'],
  ],
  ['recovers with a later pass', over, ['recovered:o of 5']],
  [
    'recovers if it passes in the instant of its last failure',
    { ...over, passedAt: minute(2) },
    ['recovered:o of 5'],
  ],
  ['recovers once', { ...over, writtenKeys: ['broke:o', 'recovered:o'] }, []],
  ['does not recover if nobody heard that it broke', { ...over, writtenKeys: [] }, []],
  ['does not break while another job than the main one is not followed', { isMain: false }, []],
  ['does not break on a branch that nobody follows', { branch: 'main' }, []],
  ['does not break for shipping builds that nobody follows', { shippingOnly: true }, []],
  [
    'breaks in a lane that somebody follows',
    { isMain: false, branch: 'main', isFollowed: true },
    ['broke:o of 2'],
  ],
])('a job %s', (_, facts, expected) => {
  const events = outageEvents({ ...open, ...facts });
  expect(events.map(({ key, buildRunId }) => `${key} of ${buildRunId}`)).toEqual(expected);
});

it.each<[string, Partial<OutageFacts>, Date]>([
  ['is due now', {}, now],
  ['waits ten seconds while its build is examined', { examinedIds: [2] }, new Date(now.getTime() + 10_000)],
  ['does not wait for another build', { ...again, examinedIds: [4] }, now],
  ['about a recovery waits for the one that the job broke', { ...over, brokeReleaseAt: minute(31) }, minute(31)],
  ['about a recovery does not become due earlier because of it', { ...over, brokeReleaseAt: minute(29) }, now],
])('a message %s', (_, facts, due) => {
  expect(outageEvents({ ...open, ...facts }).map(({ releaseAt }) => releaseAt)).toEqual([due]);
});

it.each<[string, Partial<OutageFacts>, Record<string, unknown>]>([
  ['the failures', again, { failures: 3, threshold: null }],
  [
    'a lane other than that of the main job',
    { isMain: false, branch: 'main', shippingOnly: true, isFollowed: true },
    { failures: 1, threshold: null, isMain: false, branch: 'main', shippingOnly: true },
  ],
])('a message names %s', (_, facts, detail) => {
  expect(outageEvents({ ...open, ...facts })[0]?.detail).toEqual(detail);
});

it('escalates so many minutes after the first failure, once for each number, and never before now', () => {
  const escalations = [10, 60];
  const written = (fields: Partial<OutageFacts>) =>
    outageEvents({ ...open, ...again, escalations, ...fields })
      .filter(({ event }) => event === 'main_job.not_taken')
      .map(({ key, buildRunId, releaseAt }) => [key, buildRunId, releaseAt]);
  expect(written({})).toEqual([
    ['not_taken:o:10', 2, now],
    ['not_taken:o:60', 2, minute(62)],
  ]);
  expect(written({ writtenKeys: ['not_taken:o:10', 'not_taken:o:60'] })).toEqual([]);
});
