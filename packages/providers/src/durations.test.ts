import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import type { BuildReport } from '@slipway/domain';
import { normalize } from './normalize.js';

const RECEIVED_AT = Date.parse('2026-11-02T12:00:00Z');
const MINUTE_MS = 60_000;

/** The report that results from a body, and the note on its delivery. */
function read(event: string, body: object) {
  const delivery: Delivery = {
    id: '0193c0de-0000-7000-8000-000000000000',
    accountId: 1,
    projectId: 1,
    integrationId: 1,
    provider: 'jenkins',
    path: '',
    event,
    key: '',
    keyWindowMs: null,
    receivedAt: RECEIVED_AT,
    body: JSON.stringify(body),
  };
  const { outcome, reason, operations } = normalize(delivery, { engine: 'unreal', config: {} });
  expect(outcome).toBe('applied');
  return { reason, report: operations[0] as BuildReport };
}

const flat = (duration_seconds: unknown) =>
  read('build_report', { job_name: 'Harbor', build_number: 1, status: 'SUCCESS', duration_seconds });
const notified = (duration: unknown) =>
  read('build_notification', {
    name: 'Harbor',
    build: { number: 1, phase: 'COMPLETED', status: 'SUCCESS', timestamp: RECEIVED_AT, duration },
  });
const polled = (duration: unknown) =>
  read('build_polled', {
    job_name: 'Harbor',
    build_number: 1,
    build_url: 'https://ci.example.com/job/Harbor/1/',
    info: { building: false, result: 'SUCCESS', timestamp: RECEIVED_AT - MINUTE_MS, duration },
  });

const dropped = (seconds: number, problem: string) =>
  `The duration of ${seconds} seconds was dropped: ${problem}.`;
const LONG = 'it is more than 30 days';
const NEGATIVE = 'it is negative';

describe('a duration in seconds', () => {
  it.each([
    [4_294_967_296, dropped(4_294_967_296, LONG)],
    ['4294967296', dropped(4_294_967_296, LONG)],
    ['99999999999999999999', dropped(1e20, LONG)],
    [-5, dropped(-5, NEGATIVE)],
    ['-5', dropped(-5, NEGATIVE)],
  ])('of %j is dropped with a note', (sent, note) => {
    const { reason, report } = flat(sent);
    expect(reason).toBe(note);
    expect(report).not.toHaveProperty('durationSeconds');
  });

  it.each([
    [90, 90],
    ['90.4', 90],
    [0, 0],
    [2_592_000, 2_592_000],
    ['', undefined],
    [null, undefined],
    ['soon', undefined],
  ])('of %j is read as %j', (sent, seconds) => {
    const { reason, report } = flat(sent);
    expect([reason, report.durationSeconds]).toEqual([null, seconds]);
  });
});

describe('a duration in milliseconds', () => {
  it.each([
    [4_294_967_296_000, dropped(4_294_967_296, LONG)],
    [-2_000, dropped(-2, NEGATIVE)],
  ])('of %d is dropped with a note, and no time is computed from it', (sent, note) => {
    const { reason, report } = notified(sent);
    expect(reason).toBe(note);
    expect(report).not.toHaveProperty('durationSeconds');
    expect([report.startedAt, report.finishedAt]).toEqual([undefined, RECEIVED_AT]);
    const { reason: polledReason, report: polledReport } = polled(sent);
    expect(polledReason).toBe(note);
    expect(polledReport).not.toHaveProperty('durationSeconds');
    expect([polledReport.startedAt, polledReport.finishedAt]).toEqual([RECEIVED_AT - MINUTE_MS, RECEIVED_AT]);
  });

  it('of 0 is unknown', () => {
    for (const { reason, report } of [notified(0), polled(0)])
      expect([reason, report.durationSeconds, report.finishedAt]).toEqual([null, undefined, RECEIVED_AT]);
  });

  it('determines the start or the end of the build', () => {
    const times = ({ report: { startedAt, finishedAt, durationSeconds } }: ReturnType<typeof read>) => [
      startedAt,
      finishedAt,
      durationSeconds,
    ];
    expect(times(notified(90_000))).toEqual([RECEIVED_AT - 90_000, RECEIVED_AT, 90]);
    expect(times(polled(30_000))).toEqual([RECEIVED_AT - MINUTE_MS, RECEIVED_AT - MINUTE_MS / 2, 30]);
  });
});
