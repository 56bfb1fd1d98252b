import type { SignatureProblem, SignedRequest } from './scheme.js';

/** Null if the signing time, in epoch milliseconds, is within the tolerance: in either direction, as clocks differ. */
export function timeProblem(
  signedAt: number,
  { now, toleranceMs }: Pick<SignedRequest, 'now' | 'toleranceMs'>,
): SignatureProblem {
  if (Math.abs(now - signedAt) <= toleranceMs) return null;
  const minutes = toleranceMs / 60_000;
  return `The signature is stale: its time is more than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} away.`;
}
