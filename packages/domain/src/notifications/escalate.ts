import type { ProblemState } from '@slipway/contracts';

/** A broken job at the moment at which somebody wants to hear that nobody has taken its problem. */
export interface UntakenOutage {
  readonly brokenAt: Date;
  /** Whether it has passed since. */
  readonly hasPassed: boolean;
  /** The problem of its last failure; null if that is unknown. */
  readonly problem: {
    readonly state: ProblemState;
    readonly isTaken: boolean;
    readonly isSnoozed: boolean;
  } | null;
}

/** A job that nobody wants to mend must not be checked forever. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether to send the message, to check again later because somebody may put the problem back or its snooze may end, or
 * to drop it because the outage is over.
 */
export function escalate({ brokenAt, hasPassed, problem }: UntakenOutage, now: Date): 'send' | 'hold' | 'drop' {
  if (hasPassed || now.getTime() - brokenAt.getTime() > MAX_AGE_MS) return 'drop';
  if (problem === null) return 'send';
  return problem.state === 'open' && !problem.isTaken && !problem.isSnoozed ? 'send' : 'hold';
}
