import type { Subject } from './plan-day.js';

/** Where a subject becomes visible: in the feed, or for trackers in the list of references. */
export type Place = 'feed' | 'references';

interface Entry {
  accepted: number;
  /** When the event that makes the subject visible was accepted, in epoch milliseconds. */
  completedAt: number | null;
  seenAt: number | null;
  rows: ReadonlySet<string>;
  readonly place: Place;
}

export interface Verdict {
  readonly accepted: number;
  readonly visible: number;
  readonly lost: number;
  readonly doubled: number;
  /** Accepted events of subjects whose last event was not accepted. */
  readonly unfinished: number;
  /** The names of up to ten lost or doubled subjects. */
  readonly examples: readonly string[];
  readonly lagMs: { readonly p50: number | null; readonly p99: number | null };
}

const MAX_EXAMPLES = 10;

/** Counts what was accepted and what was seen, subject by subject. */
export function createLedger() {
  const entries = new Map<string, Entry>();

  return {
    accept({ name, place, isLast, at }: { name: string; place: Place; isLast: boolean; at: number }) {
      const entry = entries.get(name) ?? { accepted: 0, completedAt: null, seenAt: null, rows: new Set(), place };
      entry.accepted += 1;
      if (isLast) entry.completedAt = at;
      entries.set(name, entry);
    },

    /** A read found these rows for a subject; they replace the result of an earlier read. */
    see(name: string, rows: ReadonlySet<string>, at: number) {
      const entry = entries.get(name);
      if (entry === undefined) return;
      entry.rows = rows;
      // The row of a release exists before its last event arrives.
      if (entry.completedAt !== null) entry.seenAt ??= at;
    },

    /** Replaces all rows with those of a complete read. */
    replaceRows(found: ReadonlyMap<string, ReadonlySet<string>>) {
      for (const [name, entry] of entries) entry.rows = found.get(name) ?? new Set();
    },

    /** When the oldest complete subject not yet seen was completed; null if all were seen. */
    waitingSince(): number | null {
      const times = [...entries.values()].flatMap(({ completedAt, rows }) =>
        completedAt !== null && rows.size === 0 ? [completedAt] : [],
      );
      return times.length === 0 ? null : Math.min(...times);
    },

    verdict: (): Verdict => verdictOf(entries),
  };
}

export type Ledger = ReturnType<typeof createLedger>;

function verdictOf(entries: ReadonlyMap<string, Entry>): Verdict {
  const all = [...entries];
  const total = (some: readonly [string, Entry][]) => some.reduce((sum, [, { accepted }]) => sum + accepted, 0);
  const complete = all.filter(([, { completedAt }]) => completedAt !== null);
  const lost = complete.filter(([, { rows }]) => rows.size === 0);
  const doubled = all.filter(([, { rows }]) => rows.size > 1);
  const lags = complete
    .flatMap(([, { place, completedAt, seenAt }]) =>
      place === 'feed' && completedAt !== null && seenAt !== null ? [Math.max(0, seenAt - completedAt)] : [],
    )
    .toSorted((a, b) => a - b);
  return {
    accepted: total(all),
    visible: total(complete) - total(lost),
    lost: total(lost),
    doubled: doubled.length,
    unfinished: total(all) - total(complete),
    examples: [...lost, ...doubled].slice(0, MAX_EXAMPLES).map(([name]) => name),
    lagMs: { p50: quantile(lags, 0.5), p99: quantile(lags, 0.99) },
  };
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** The key of a subject in the ledger: the name by which the service shows it. */
export function shownName(place: Place, provider: Subject['provider'], name: string): string {
  return place === 'feed' ? name : `${provider}:${name}`;
}
