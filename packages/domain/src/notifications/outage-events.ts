import type { NotificationEvent } from '@slipway/contracts';

/** The last outage of a job in a lane: its builds, who follows it, and the messages that exist about it. */
export interface OutageFacts {
  readonly now: Date;
  readonly name: string;
  readonly isMain: boolean;
  /** Null for the lane of all branches. */
  readonly branch: string | null;
  readonly shippingOnly: boolean;
  /** Whether the filter of a channel or person follows the lane. */
  readonly isFollowed: boolean;
  /** The last build that passed; null if none has. */
  readonly passedId: number | null;
  readonly passedAt: Date | null;
  readonly failedId: number;
  readonly failedAt: Date;
  /** The first failed build since the job last passed before. */
  readonly firstId: number;
  readonly firstAt: Date;
  readonly failures: number;
  /** The numbers of failures after which somebody wants to hear again. */
  readonly thresholds: readonly number[];
  /** The minutes after which somebody wants to hear that nobody has taken the problem. */
  readonly escalations: readonly number[];
  /** Those of the three builds that are being diagnosed or investigated. */
  readonly examinedIds: readonly number[];
  readonly writtenKeys: readonly string[];
  /** When the message that the job broke will be released, while it waits. */
  readonly brokeReleaseAt: Date | null;
}

/** A message to write about an outage. */
export interface OutageEvent {
  readonly event: Extract<
    NotificationEvent,
    'main_job.broke' | 'main_job.still_broken' | 'main_job.not_taken' | 'main_job.recovered'
  >;
  /** It is written once under this key. */
  readonly key: string;
  readonly buildRunId: number;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly releaseAt: Date;
}

const MAX_WAIT_MS = 10_000;

/** Whether a project's rules cover the lane without a filter. */
function isCovered({ isMain, branch, shippingOnly }: OutageFacts): boolean {
  return isMain && branch === null && !shippingOnly;
}

/**
 * Decides what to write about an outage. A message that the job broke is written again while it waits, so that it counts
 * later failures.
 */
export function outageEvents(facts: OutageFacts): OutageEvent[] {
  const { name, passedId, passedAt, failedId, failedAt, writtenKeys, brokeReleaseAt } = facts;
  if (!isCovered(facts) && !facts.isFollowed) return [];
  const [broke, recovered] = [`broke:${name}`, `recovered:${name}`];
  const isNew = (key: string) => !writtenKeys.includes(key);
  if (passedId !== null && passedAt !== null && failedAt <= passedAt) {
    if (isNew(broke) || !isNew(recovered)) return [];
    const event = message(facts, { event: 'main_job.recovered', key: recovered, buildRunId: passedId });
    // So that it arrives after the message that the job broke.
    const waitsForBroke = brokeReleaseAt !== null && brokeReleaseAt > event.releaseAt;
    return [waitsForBroke ? { ...event, releaseAt: brokeReleaseAt } : event];
  }
  const events = facts.thresholds
    .filter((threshold) => facts.failures >= threshold)
    .map((threshold) => ({ key: `still:${name}:${threshold}`, threshold }))
    .filter(({ key }) => isNew(key))
    .map((still) => message(facts, { event: 'main_job.still_broken', buildRunId: failedId, ...still }));
  events.push(...escalationsOf(facts));
  if (isNew(broke) || brokeReleaseAt !== null)
    events.unshift(message(facts, { event: 'main_job.broke', key: broke, buildRunId: facts.firstId }));
  return events;
}

const MINUTE_MS = 60_000;

/** Written when the job breaks, and released when the time has come, if nobody has taken the problem by then. */
function escalationsOf(facts: OutageFacts): OutageEvent[] {
  const { name, now, firstId: buildRunId, firstAt, writtenKeys } = facts;
  return facts.escalations
    .map((threshold) => ({ key: `not_taken:${name}:${threshold}`, threshold }))
    .filter(({ key }) => !writtenKeys.includes(key))
    .map((escalation) => ({
      ...message(facts, { event: 'main_job.not_taken', buildRunId, ...escalation }),
      releaseAt: new Date(Math.max(now.getTime(), firstAt.getTime() + escalation.threshold * MINUTE_MS)),
    }));
}

/**
 * A message waits for the diagnosis of its build, and for an investigation, because only that names a suspect. Either
 * releases it when it ends, but it does not wait so long that people hear of the failure elsewhere first: what is not
 * known by then follows.
 */
function message(
  { now, isMain, branch, shippingOnly, failures, examinedIds }: OutageFacts,
  { threshold, ...event }: Pick<OutageEvent, 'event' | 'key' | 'buildRunId'> & { readonly threshold?: number },
): OutageEvent {
  return {
    ...event,
    detail: {
      failures,
      threshold: threshold ?? null,
      ...(!isMain && { isMain }),
      ...(branch !== null && { branch }),
      ...(shippingOnly && { shippingOnly }),
    },
    releaseAt: examinedIds.includes(event.buildRunId) ? new Date(now.getTime() + MAX_WAIT_MS) : now,
  };
}
