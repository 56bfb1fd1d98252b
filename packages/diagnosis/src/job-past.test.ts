import { describe, expect, it } from '@jest/globals';
import { diagnose, extendPastBy } from './diagnose.js';
import { extendPast, type JobPast, keepBuilds, NO_LESSONS, recall } from './job-past.js';
import { hashLine } from './line-hash.js';

const [sails, oars] = [hashLine('error: no sails'), hashLine('error: no oars')];

/** A past of builds 1, 2, 3 and so on, each with the lines it printed. */
const pastOf = (...builds: readonly (readonly number[])[]) =>
  builds.reduce<JobPast | null>((past, lines, at) => extendPast(past, at + 1, new Set(lines)), null);

const oddsOf = (past: JobPast | null, line: number) => recall(past, NO_LESSONS).oddsOf(line);

describe('the past of a job', () => {
  it('counts the builds that printed a line', () => {
    const past = pastOf([sails], [sails, oars], [sails], []);
    expect(past?.builds).toEqual([4, 3, 2, 1]);
    expect(oddsOf(past, sails)).toBeCloseTo(Math.log(3.5 / 1.5));
    expect(oddsOf(past, oars)).toBeCloseTo(Math.log(1.5 / 3.5));
    expect(oddsOf(past, hashLine('error: no rudder'))).toBeCloseTo(Math.log(0.5 / 4.5));
    expect(oddsOf(null, sails)).toBeNull();
  });

  it('remembers sixteen builds, and forgets the lines of older ones', () => {
    const past = pastOf([sails], ...Array.from({ length: 16 }, () => [oars]));
    expect(past?.builds).toHaveLength(16);
    expect(Buffer.from(past?.lines ?? '', 'base64')).toHaveLength(6);
    expect(oddsOf(past, oars)).toBeCloseTo(Math.log(16.5 / 0.5));
    expect(oddsOf(past, sails)).toBeCloseTo(Math.log(0.5 / 16.5));
  });

  it('forgets single builds, as if they had never been added', () => {
    const past = pastOf([sails], [sails, oars], [oars]) as JobPast;
    expect(keepBuilds(past, (build) => build !== 2)).toEqual({ ...pastOf([sails], [oars]), builds: [3, 1] });
    expect(keepBuilds(past, () => true)).toBe(past);
    expect(keepBuilds(past, () => false)).toBeNull();
  });

  it('is bounded, and prefers the lines of the newest builds', () => {
    const many = (from: number) => Array.from({ length: 3_000 }, (_, at) => from + at);
    const past = pastOf(many(0), many(10_000));
    expect(Buffer.from(past?.lines ?? '', 'base64').length / 6).toBe(4_096);
    expect(oddsOf(past, 12_999)).toBeCloseTo(0);
    expect(oddsOf(past, 2_999)).toBeCloseTo(Math.log(0.5 / 2.5));
  });

  it('contains no text of a log, and counts a line whose numbers differ', () => {
    const log = (minutes: number) => `harbor.c:${minutes}: error: the tide is late by ${minutes} minutes\n`;
    const past = extendPastBy(extendPastBy(null, { id: 1, log: log(3) }), { id: 2, log: log(17) });
    expect(JSON.stringify(past)).not.toMatch(/tide|harbor/);
    expect(oddsOf(past, hashLine(log(99).trim()))).toBeCloseTo(Math.log(2.5 / 0.5));
  });
});

describe('a diagnosis', () => {
  const alarm = 'ERROR: the lighthouse answers with status 4';
  const fault = 'ERROR: the anchor chain is broken';
  const content = [alarm, ...Array(20).fill('rowing on'), fault, ...Array(20).fill('rowing on'), ''].join('\n');
  const log = { content, truncated: false };
  const quoted = (known: Parameters<typeof diagnose>[1]) => diagnose(log, known).keyLine?.text;
  const printed = (line: string) => ({
    past: pastOf(...Array.from({ length: 8 }, () => [hashLine(line)])),
  });

  it('prefers the line that other builds of the job do not print', () => {
    expect(quoted(printed(alarm))).toBe(fault);
    expect(quoted(printed(fault))).toBe(alarm);
  });

  it('prefers a line that people have confirmed, and avoids one that they have refused', () => {
    const confirmed = (line: string) => ({
      lessons: { ...NO_LESSONS, confirmed: [{ line: hashLine(line), form: '' }] },
    });
    expect([quoted(confirmed(alarm)), quoted(confirmed(fault))]).toEqual([alarm, fault]);
    const refused = (line: string) => ({ lessons: { ...NO_LESSONS, refused: [hashLine(line)] } });
    expect([quoted(refused(alarm)), quoted(refused(fault))]).toEqual([fault, alarm]);
  });
});
