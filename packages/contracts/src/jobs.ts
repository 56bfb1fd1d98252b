import Type, { type Static, type TSchema } from 'typebox';
import { Envelope } from './delivery.js';

/** One kind of background work: its payload, its time limit and its number of attempts. */
export interface JobContract {
  readonly payload: TSchema;
  readonly attempts: number;
  readonly timeoutMs: number;
  /** Set on timers: how often the job runs, once for the whole service. */
  readonly everyMs?: number;
}

/** Enough for an accepted delivery to outlast any outage. */
const UNLIMITED_ATTEMPTS = 1_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const NoPayload = Type.Object({});

/** Every job by name. The worker does not compile if a job has no handler. */
export const JOBS = {
  apply_deliveries: { payload: Envelope, attempts: UNLIMITED_ATTEMPTS, timeoutMs: 2 * MINUTE_MS },
  apply_retention: { payload: NoPayload, attempts: 1, timeoutMs: 2 * MINUTE_MS, everyMs: MINUTE_MS },
  delete_account: {
    payload: Type.Object({ accountId: Type.Integer() }),
    attempts: 50,
    timeoutMs: 10 * MINUTE_MS,
  },
  delete_project: {
    payload: Type.Object({ projectId: Type.Integer() }),
    attempts: 50,
    timeoutMs: 10 * MINUTE_MS,
  },
  diagnose_build: {
    payload: Type.Object({ buildRunId: Type.Integer() }),
    attempts: 5,
    timeoutMs: MINUTE_MS,
  },
  diagnose_earlier_builds: { payload: NoPayload, attempts: 1, timeoutMs: MINUTE_MS, everyMs: MINUTE_MS },
  drive_culprit_searches: { payload: NoPayload, attempts: 1, timeoutMs: 2 * MINUTE_MS, everyMs: 3 * SECOND_MS },
  find_silent_integrations: { payload: NoPayload, attempts: 1, timeoutMs: MINUTE_MS, everyMs: 5 * MINUTE_MS },
  investigate_build: {
    payload: Type.Object({ investigationId: Type.String() }),
    attempts: 5,
    timeoutMs: MINUTE_MS,
  },
  poll_jenkins: { payload: NoPayload, attempts: 1, timeoutMs: 30 * SECOND_MS, everyMs: 3 * SECOND_MS },
  prepare_partitions: { payload: NoPayload, attempts: 10, timeoutMs: MINUTE_MS, everyMs: HOUR_MS },
  purge_log: {
    payload: Type.Object({ buildRunId: Type.Integer() }),
    attempts: 50,
    timeoutMs: 10 * MINUTE_MS,
  },
  read_test_reports: { payload: NoPayload, attempts: 1, timeoutMs: 2 * MINUTE_MS, everyMs: SECOND_MS },
  remind_of_mutes: { payload: NoPayload, attempts: 1, timeoutMs: MINUTE_MS, everyMs: 5 * MINUTE_MS },
  /** Asks a build tool to run a build again. A request waits for the answer; see `createReruns`. */
  rerun_build: {
    payload: Type.Object({ requestId: Type.String(), projectId: Type.Integer(), buildRunId: Type.Integer() }),
    attempts: 1,
    timeoutMs: MINUTE_MS,
  },
  rescue_investigations: { payload: NoPayload, attempts: 1, timeoutMs: 10 * SECOND_MS, everyMs: 15 * SECOND_MS },
  send_notifications: { payload: NoPayload, attempts: 1, timeoutMs: MINUTE_MS, everyMs: SECOND_MS },
  /** Queued for every address entered, so that the response takes equally long for unknown addresses. */
  send_reset_link: {
    payload: Type.Object({ email: Type.String() }),
    attempts: 10,
    timeoutMs: 10 * SECOND_MS,
  },
  /** Queued for every address entered, like send_reset_link. */
  send_sign_up_link: {
    payload: Type.Object({ email: Type.String() }),
    attempts: 10,
    timeoutMs: 30 * SECOND_MS,
  },
  settle_problems: { payload: NoPayload, attempts: 1, timeoutMs: MINUTE_MS, everyMs: 5 * SECOND_MS },
  store_log: {
    payload: Type.Object({ projectId: Type.Integer(), integrationId: Type.Integer(), log: Type.String() }),
    attempts: 1,
    timeoutMs: 5 * MINUTE_MS,
  },
  store_logs: { payload: NoPayload, attempts: 1, timeoutMs: 30 * SECOND_MS, everyMs: SECOND_MS },
  sweep_trials: { payload: NoPayload, attempts: 1, timeoutMs: 30 * SECOND_MS, everyMs: MINUTE_MS },
  update_baseline: {
    payload: Type.Object({ projectId: Type.Integer(), integrationId: Type.Integer(), jobKey: Type.String() }),
    attempts: 3,
    timeoutMs: MINUTE_MS,
  },
  trim_ref_moves: { payload: NoPayload, attempts: 3, timeoutMs: 5 * MINUTE_MS, everyMs: 24 * HOUR_MS },
} as const satisfies Record<string, JobContract>;
export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = Static<(typeof JOBS)[N]['payload']>;

/** Jobs that are queued individually; deliveries have their own queues. */
export type SingleJobName = Exclude<JobName, 'apply_deliveries'>;
