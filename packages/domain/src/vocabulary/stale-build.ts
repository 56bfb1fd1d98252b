import type { BuildStatus } from '@slipway/contracts';
import { isOver } from './build-status.js';

const MIN_SILENCE_MS = 2 * 60 * 60_000;
const USUAL_TIMES = 3;

export interface ReportedBuild {
  readonly status: BuildStatus;
  readonly updatedAt: Date;
  /** How long a passing build of its job usually takes; null if none has passed. */
  readonly usualSeconds: number | null;
}

/**
 * Whether nothing was heard of an unfinished build for so long that it no longer counts as running: three times what its
 * job usually takes, and at least two hours. Its agent probably died before it could report the end.
 */
export function isStaleBuild({ status, updatedAt, usualSeconds }: ReportedBuild, now: number): boolean {
  const silenceMs = now - updatedAt.getTime();
  return !isOver(status) && silenceMs > Math.max(MIN_SILENCE_MS, USUAL_TIMES * (usualSeconds ?? 0) * 1_000);
}
