import type { SnoozeEnd } from '@slipway/contracts';
import { MAX_SNOOZE_DAYS } from '@slipway/contracts';

/** How long a problem is snoozed. */
export interface Snooze {
  readonly until: Date;
  /** `next_change`: a failure on a newer revision ends it before the date. */
  readonly ends: SnoozeEnd;
}

/** What somebody asks for. Undefined leaves a field as it is. */
export interface SnoozeRequest {
  /** Null ends the snooze. */
  readonly until: Date | null | undefined;
  readonly ends: SnoozeEnd | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
/** Clients compute days by their own clock. */
const SLACK_MS = DAY_MS / 24;

/** The snooze that a request asks for: null if it ends one, undefined if it changes nothing. Or what is wrong with it. */
export function readSnooze(
  { until, ends = 'date' }: SnoozeRequest,
  now: number,
): { readonly snooze: Snooze | null | undefined } | { readonly flaw: string } {
  if (until === null) return { snooze: null };
  const latest = now + MAX_SNOOZE_DAYS * DAY_MS;
  if (until === undefined)
    return { snooze: ends === 'next_change' ? { until: new Date(latest), ends } : undefined };
  if (until.getTime() <= now) return { flaw: 'snoozed_until must be in the future.' };
  if (until.getTime() > latest + SLACK_MS)
    return { flaw: `snoozed_until must be within ${MAX_SNOOZE_DAYS} days.` };
  return { snooze: { until, ends } };
}

const END = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `Snoozed until 27 November 2026 at 14:00 UTC.` */
export function describeSnooze({ until, ends }: Snooze): string {
  const date = `${END.format(until)} UTC`;
  return ends === 'date'
    ? `Snoozed until ${date}.`
    : `Snoozed until it fails on a newer revision, at the latest ${date}.`;
}

/** A revision that a job built. */
export interface BuiltRevision {
  /** May be shortened; empty if the build has none. */
  readonly commitHash: string;
  readonly changelist: string;
  /** When its change was made, in epoch milliseconds; null if the change is unknown. */
  readonly madeAt: number | null;
}

const NUMBER = /^\d{1,15}$/;

/**
 * Whether a build has a newer revision than all earlier ones. Changelists are compared by number, commits by when they
 * were made; a commit that nobody reported counts as newer if it was not built before. A build without a revision proves
 * nothing.
 */
export function isNewerRevision(built: BuiltRevision, earlier: readonly BuiltRevision[]): boolean {
  if (built.commitHash === '' && built.changelist === '') return false;
  return earlier.every((other) => isNewerThan(built, other));
}

function isNewerThan(built: BuiltRevision, other: BuiltRevision): boolean {
  if (isSame(built, other)) return false;
  if (built.commitHash === '' && NUMBER.test(built.changelist) && NUMBER.test(other.changelist))
    return Number(built.changelist) > Number(other.changelist);
  return built.madeAt === null || other.madeAt === null || built.madeAt > other.madeAt;
}

function isSame(a: BuiltRevision, b: BuiltRevision): boolean {
  if (a.commitHash === '' || b.commitHash === '')
    return a.commitHash === b.commitHash && a.changelist === b.changelist;
  return a.commitHash.startsWith(b.commitHash) || b.commitHash.startsWith(a.commitHash);
}
