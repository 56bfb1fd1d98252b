import type { TSchema } from 'typebox';
import { Envelope } from './delivery.js';

/** One kind of background work: its payload and how long and how often it is tried. */
export interface JobContract {
  readonly payload: TSchema;
  readonly attempts: number;
  readonly timeoutMs: number;
}

/** Outages are waited out, not counted: an accepted delivery is tried for as long as it takes. */
const FOR_AS_LONG_AS_IT_TAKES = 1_000_000;

/** Every job by name. The worker does not compile while one of them has no handler. */
export const JOBS = {
  apply_deliveries: { payload: Envelope, attempts: FOR_AS_LONG_AS_IT_TAKES, timeoutMs: 30_000 },
} as const satisfies Record<string, JobContract>;
export type JobName = keyof typeof JOBS;
