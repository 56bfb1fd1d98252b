import {
  type EventDescription,
  NOTIFICATION_EVENT_NAMES,
  NOTIFICATION_EVENTS,
  NOTIFIED_PROBLEMS,
  type NotificationChannel,
  type NotificationFilter,
  type NotificationRule,
} from '@slipway/contracts';
import type { NotificationChannelRecord, NotificationFilterRecord } from '@slipway/db';
import { presentTime } from '@slipway/rest';

/** A channel with a rule for every event that channels can get. */
export function presentChannel(channel: NotificationChannelRecord): NotificationChannel {
  const { id, kind, name, target, pauseReason, lastError, waiting } = channel;
  return {
    id,
    kind,
    name,
    target,
    waiting,
    rules: presentRules(channel.rules, 'channel'),
    builds: presentFilter(channel.filter),
    paused_at: presentTime(channel.pausedAt),
    pause_reason: pauseReason,
    failing_since: presentTime(channel.failingSince),
    last_error: lastError,
    next_attempt_at: channel.failingSince === null ? null : presentTime(channel.nextAttemptAt),
    last_sent_at: presentTime(channel.lastSentAt),
  };
}

/** The builds that somebody follows: those of the main job, if nothing was chosen. */
export function presentFilter(stored: NotificationFilterRecord | null | undefined): NotificationFilter {
  return {
    jobs: stored?.jobs ?? 'main',
    job_patterns: [...(stored?.jobPatterns ?? [])],
    branch_patterns: [...(stored?.branchPatterns ?? [])],
    problems: NOTIFIED_PROBLEMS.filter((state) => stored?.problems.includes(state) ?? true),
    shipping_only: stored?.shippingOnly ?? false,
  };
}

/** The stored rules, completed by those that are off, or for a person by the defaults. */
export function presentRules(
  stored: NotificationChannelRecord['rules'],
  audience: 'channel' | 'person',
): NotificationRule[] {
  const isPossible = (event: (typeof NOTIFICATION_EVENT_NAMES)[number]) =>
    audience === 'person' || NOTIFICATION_EVENTS[event].forChannels;
  return NOTIFICATION_EVENT_NAMES.filter(isPossible).map((event) => {
    const rule = stored.find((one) => one.event === event);
    const { threshold, onByDefault }: EventDescription = NOTIFICATION_EVENTS[event];
    return {
      event,
      enabled: rule?.enabled ?? (audience === 'person' && onByDefault.person),
      threshold: rule?.threshold ?? threshold?.initial ?? null,
    };
  });
}
