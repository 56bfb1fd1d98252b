import type { ProblemHistory } from '@slipway/db';

const MARKS = {
  known: 'Marked as a known problem.',
  flaky: 'Marked as flaky.',
  infrastructure: 'Marked as an infrastructure problem.',
} as const;

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayOfAnyYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in UTC, with the year if it is not the current one. */
function nameDay(date: Date, now: Date): string {
  return (date.getUTCFullYear() === now.getUTCFullYear() ? dayOfYear : dayOfAnyYear).format(date);
}

function describeRetries({ examined, passedOnRetry }: ProblemHistory): string {
  if (examined === 0 || passedOnRetry === 0) return '';
  if (passedOnRetry === examined)
    return examined === 1 ? ', which passed on retry' : ', which all passed on retry';
  return `, of which ${passedOnRetry} passed on retry`;
}

function describeSightings(history: ProblemHistory, now: Date): string {
  const { seenCount, firstSeenAt } = history;
  // The build in question may be the first: the others are not always earlier.
  const others = seenCount === 1 ? 'one other build' : `${seenCount} other builds`;
  return `Seen in ${others} since ${nameDay(firstSeenAt, now)}${describeRetries(history)}.`;
}

function describeResolution({ resolvedAt, fixedBy }: ProblemHistory, now: Date): string {
  if (resolvedAt === null) return '';
  const fix = fixedBy === null ? '' : `, probably by ${fixedBy}`;
  return `It came back after it was resolved on ${nameDay(resolvedAt, now)}${fix}.`;
}

/** What is known about a problem from earlier builds, as sentences after the diagnosis; empty if it is new. */
export function describeHistory(history: ProblemHistory | null, now: Date): string {
  if (history === null || history.seenCount === 0) return '';
  const mark = history.mark === null ? '' : MARKS[history.mark];
  const sentences = [describeSightings(history, now), describeResolution(history, now), mark];
  return ` ${sentences.filter(Boolean).join(' ')}`;
}
