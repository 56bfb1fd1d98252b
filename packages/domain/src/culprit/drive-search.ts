import type { BuildStatus, CulpritRunOutcome } from '@slipway/contracts';
import { isOver } from '../vocabulary/build-status.js';
import type { CulpritStep } from './search-culprit.js';

/** The build of a run, as far as it was reported. */
export interface SearchedBuild {
  readonly status: BuildStatus;
  /** When it ended; null while it runs. */
  readonly endedAt: number | null;
  /** Whether it shows the problem, does not, or ran nothing that could; null if that is not known yet. */
  readonly shows: 'problem' | 'no_problem' | 'nothing' | null;
}

/** A run of a search that has not ended. */
export interface OpenRun {
  readonly id: number;
  readonly identifier: string;
  /** When a worker began to ask the tool for it; null if none has. */
  readonly askedAt: number | null;
  /** Whether the tool said what it made of the request. */
  readonly isConfirmed: boolean;
  /** Null until it is reported. */
  readonly build: SearchedBuild | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A request that was not confirmed may still have started a build, which is then reported soon. */
const UNCONFIRMED_MS = 20 * MINUTE_MS;
/** Queues of build machines may be long. */
const CONFIRMED_MS = 12 * HOUR_MS;
const RUNNING_MS = 24 * HOUR_MS;
/** How long the log and the tests of a build may take to arrive after its end. */
const EVIDENCE_MS = 10 * MINUTE_MS;

/** How a run ended; null if it goes on. A run that was canceled, or of which nothing is reported, is lost. */
export function settleRun({ askedAt, isConfirmed, build }: OpenRun, now: number): CulpritRunOutcome | null {
  if (askedAt === null) return null;
  if (build === null) return now - askedAt > (isConfirmed ? CONFIRMED_MS : UNCONFIRMED_MS) ? 'lost' : null;
  const { status, endedAt, shows } = build;
  if (!isOver(status)) return now - askedAt > RUNNING_MS ? 'lost' : null;
  if (status === 'cancelled') return 'lost';
  switch (shows) {
    case 'problem':
      return 'failed';
    case 'no_problem':
      return 'passed';
    case 'nothing':
      return 'untestable';
    case null:
      return now - (endedAt ?? askedAt) > EVIDENCE_MS ? 'untestable' : null;
  }
}

export interface DrivenSearch {
  readonly isOpen: boolean;
  /** Null if the range is not known any more. */
  readonly step: CulpritStep | null;
  /** The positions of the runs that have not ended. */
  readonly pending: readonly (number | null)[];
  /** How many more runs the search may request. */
  readonly runsLeft: number;
  /** How many more runs the project may request today. */
  readonly runsLeftToday: number;
}

export type SearchMove =
  | { readonly kind: 'request'; readonly positions: readonly number[] }
  | { readonly kind: 'wait' }
  /** The day's runs are used up. */
  | { readonly kind: 'wait_for_tomorrow' }
  /** The runs settle it, or none would. */
  | { readonly kind: 'conclude' }
  /** The problem is no longer open, or its range is gone. */
  | { readonly kind: 'stop' };

/**
 * How a search goes on after the runs that have ended. It makes one run after another; only the proof of a change is run
 * side by side, because each of its runs is needed whatever the others show.
 */
export function driveSearch({ isOpen, step, pending, runsLeft, runsLeftToday }: DrivenSearch): SearchMove {
  if (!isOpen || step === null) return { kind: 'stop' };
  if (step.kind !== 'run') {
    // The last of the runs may still settle it.
    return step.kind === 'unsettled' && pending.length > 0 ? { kind: 'wait' } : { kind: 'conclude' };
  }
  const wanted = step.missing.length > 0 ? [...step.missing] : [step.position];
  for (const position of pending) {
    const index = position === null ? -1 : wanted.indexOf(position);
    if (index === -1) return { kind: 'wait' };
    wanted.splice(index, 1);
  }
  const positions = wanted.slice(0, runsLeft);
  if (positions.length === 0) return { kind: 'wait' };
  const today = positions.slice(0, runsLeftToday);
  return today.length === 0 ? { kind: 'wait_for_tomorrow' } : { kind: 'request', positions: today };
}
