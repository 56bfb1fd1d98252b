import type { ClaimedPoll, Database, IntegrationContext } from '@slipway/db';
import type { AppSecrets, Clock, ProjectRedactors, Redactor } from '@slipway/domain';
import type { AddressRules, Logger } from '@slipway/runtime';
import type { FailureQueue } from '../investigation/failure-queue.js';
import type { WorkerMetrics } from '../worker-metrics.js';
import type { JenkinsAccess, JenkinsHttp } from './jenkins-http.js';

export interface PollerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'polls' | 'pollSeconds' | 'pollLag'>;
  /** The base URL of the web app. */
  readonly baseUrl: string;
  readonly appSecrets: AppSecrets;
  readonly redactors: ProjectRedactors;
  readonly failures: FailureQueue;
  readonly rules: AddressRules;
  /** How long the delivery log is retained. Started triggers are remembered for at least as long. */
  readonly retentionDays: number;
  readonly resolve?: NonNullable<JenkinsAccess['resolve']>;
}

/** What the steps of one poll of one server share. */
export interface PollContext extends Pick<PollerDeps, 'database' | 'clock' | 'logger' | 'baseUrl' | 'failures'> {
  readonly claim: ClaimedPoll;
  readonly context: IntegrationContext;
  /** Masks credentials in the project's logs. */
  readonly redactor: Redactor;
  readonly http: JenkinsHttp;
  readonly startedAt: number;
  /** Work that has not begun by this time waits for the next poll. */
  readonly endsAt: number;
}

/** The time after a delay, by the poll's clock. */
export function fromNow({ clock }: PollContext, delayMs: number): Date {
  return new Date(clock.now() + delayMs);
}

/** How many requests to the same server run concurrently. */
const CONCURRENCY = 2;

/** Processes the items, two at a time, until the poll's time is over or one of them throws. */
export async function eachUntilEnd<T>(
  { clock, endsAt }: PollContext,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  async function workThrough(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined && clock.now() < endsAt; item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, workThrough));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
