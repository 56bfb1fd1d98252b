import type { ClaimedPoll, Database, IntegrationContext } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import type { Logger } from '@slipway/runtime';
import type { JenkinsHttp } from './jenkins-http.js';

/** One turn at the server of one integration. */
export interface PollRound {
  readonly claim: ClaimedPoll;
  readonly context: IntegrationContext;
  readonly http: JenkinsHttp;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where the web app is reached. */
  readonly baseUrl: string;
  /** What has not begun by then waits for the next turn. */
  readonly endsAt: number;
}

/** Whether there is time to begin something. */
function hasTime({ clock, endsAt }: PollRound): boolean {
  return clock.now() < endsAt;
}

export function later({ clock }: PollRound, ms: number): Date {
  return new Date(clock.now() + ms);
}

/** Requests that one server has to answer at once. */
const CONCURRENCY = 2;

/** Does the work of each item, two at once, as long as there is time and nothing throws. */
export async function eachWithin<T>(
  round: PollRound,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  async function take(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined && hasTime(round); item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, take));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
