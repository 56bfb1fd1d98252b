import { MAX_DURATION_SECONDS } from '@slipway/contracts';
import type { BuildReport, Operation } from './operations.js';

/** Whether a build can take this many seconds. */
export function isDuration(seconds: number): boolean {
  return seconds >= 0 && seconds <= MAX_DURATION_SECONDS;
}

/**
 * The whole seconds from a start to an end. Some clocks only have whole seconds, so an end less than a second before
 * its start counts as the same time.
 */
export function secondsBetween(startedAt: number, finishedAt: number): number {
  const ms = finishedAt - startedAt;
  return ms < 0 && ms > -1000 ? 0 : Math.round(ms / 1000);
}

/** Operations with plausible durations, and a sentence about each duration that was dropped. */
export interface CheckedOperations {
  readonly operations: readonly Operation[];
  readonly notes: readonly string[];
}

/**
 * Drops durations that are negative or longer than 30 days: they come from a wrong unit, an overflow or a wrong clock,
 * and a single one would skew every average. Times stay as reported; no duration is computed from them either.
 */
export function checkDurations(operations: readonly Operation[]): CheckedOperations {
  const notes: string[] = [];
  const checked = operations.map((operation) => {
    if (operation.kind !== 'build_report') return operation;
    const report = withoutBadDuration(operation, notes);
    if (report.durationSeconds === undefined) noteBadTimes(report, notes);
    return report;
  });
  return notes.length === 0 ? { operations, notes } : { operations: checked, notes };
}

function withoutBadDuration(report: BuildReport, notes: string[]): BuildReport {
  const { durationSeconds, ...rest } = report;
  if (durationSeconds === undefined || isDuration(durationSeconds)) return report;
  const problem = durationSeconds < 0 ? 'it is negative' : 'it is more than 30 days';
  notes.push(`The duration of ${durationSeconds} seconds was dropped: ${problem}.`);
  return rest;
}

function noteBadTimes({ startedAt, finishedAt }: BuildReport, notes: string[]): void {
  if (startedAt === undefined || finishedAt === undefined) return;
  const seconds = secondsBetween(startedAt, finishedAt);
  if (isDuration(seconds)) return;
  const problem = seconds < 0 ? 'the build ends before it starts' : 'they are more than 30 days apart';
  notes.push(`No duration was computed from the start and end times: ${problem}.`);
}
