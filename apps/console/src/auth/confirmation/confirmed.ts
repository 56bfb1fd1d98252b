import type { Clock } from '@slipway/domain';
import { ApiError } from '@slipway/http';

/** For how long a user who has proved who they are may do what a stolen session must not be enough for. */
const CONFIRMATION_MS = 10 * 60_000;

/** A session as far as it says when its user last proved who they are. */
interface Confirmed {
  readonly confirmedAt: Date;
}

export function isConfirmed({ confirmedAt }: Confirmed, clock: Clock): boolean {
  return clock.now() - confirmedAt.getTime() < CONFIRMATION_MS;
}

/** Refuses a request of a session whose user has not proved lately who they are. */
export function requireConfirmed(session: Confirmed, { clock }: { readonly clock: Clock }): void {
  if (!isConfirmed(session, clock)) throw new ApiError('confirmation_required');
}

/** The page on which users prove again who they are, and which then leads to `returnTo`. */
export function confirmPath(returnTo: string): string {
  return `/confirm?${new URLSearchParams({ return_to: returnTo })}`;
}
