/** The number that belongs to some events: what it counts, and which values make sense. */
export interface EventThreshold {
  /** Whether the event happens after so many, or below so many. */
  readonly bound: 'after' | 'below';
  readonly unit: 'failed builds' | 'minutes' | 'hours' | 'credits';
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** What a rule can ask for. */
export interface EventDescription {
  /** What happened, as the settings page names it. */
  readonly label: string;
  /** Whether channels can get it. Some events concern only one person. */
  readonly forChannels: boolean;
  /** Whether a new channel, or a person without a rule, gets it. */
  readonly onByDefault: { readonly channel: boolean; readonly person: boolean };
  readonly threshold?: EventThreshold;
}

const quiet = { channel: false, person: false };
const toChannel = { channel: true, person: false };
const toPerson = { channel: false, person: true };

/** Every event that somebody can be notified of. Outgoing webhooks carry these names as their types. */
export const NOTIFICATION_EVENTS = {
  'main_job.broke': { label: 'A job broke', forChannels: true, onByDefault: toChannel },
  'main_job.still_broken': {
    label: 'A job is still broken',
    forChannels: true,
    onByDefault: quiet,
    threshold: { bound: 'after', unit: 'failed builds', initial: 5, min: 2, max: 100 },
  },
  'main_job.not_taken': {
    label: 'A job is broken, and nobody has taken its problem',
    forChannels: true,
    onByDefault: quiet,
    threshold: { bound: 'after', unit: 'minutes', initial: 120, min: 5, max: 10_080 },
  },
  'main_job.recovered': { label: 'A job recovered', forChannels: true, onByDefault: toChannel },
  'change.broke_build': { label: 'Your change broke a build', forChannels: false, onByDefault: toPerson },
  'test.broke': { label: 'A test broke', forChannels: true, onByDefault: quiet },
  'test.became_flaky': { label: 'A test became flaky', forChannels: true, onByDefault: quiet },
  'test.mute_ending': {
    label: 'The mute of a test that you own ends soon',
    forChannels: false,
    onByDefault: toPerson,
  },
  'problem.snooze_ended': {
    label: 'A problem that you snoozed or took needs attention again',
    forChannels: false,
    onByDefault: toPerson,
  },
  'deployment.live': { label: 'A deployment is live', forChannels: true, onByDefault: quiet },
  'deployment.rejected': { label: 'A deployment was rejected', forChannels: true, onByDefault: quiet },
  'deployment.rolled_back': { label: 'A deployment was rolled back', forChannels: true, onByDefault: quiet },
  'approval.requested': { label: 'Assets need approval', forChannels: true, onByDefault: quiet },
  'approval.decided': { label: 'Your assets were approved or denied', forChannels: false, onByDefault: quiet },
  'delivery.dead': { label: 'A delivery could not be applied', forChannels: true, onByDefault: quiet },
  'integration.silent': {
    label: 'An integration is silent',
    forChannels: true,
    onByDefault: quiet,
    threshold: { bound: 'after', unit: 'hours', initial: 24, min: 1, max: 720 },
  },
  'credits.low': {
    label: 'The account is running out of credits',
    forChannels: true,
    onByDefault: quiet,
    threshold: { bound: 'below', unit: 'credits', initial: 20, min: 1, max: 10_000 },
  },
  'automatic_credits.low': {
    label: 'Most of the daily budget for automatic investigations is spent',
    forChannels: true,
    onByDefault: quiet,
  },
} as const satisfies Record<string, EventDescription>;

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;

export const NOTIFICATION_EVENT_NAMES = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[];

/** Who of a group gets a message. */
export const GROUP_REACHES = ['on_call', 'everyone'] as const;
export type GroupReach = (typeof GROUP_REACHES)[number];

/** Which jobs a channel or a person follows: the project's main job, all, or those whose names match a pattern. */
export const NOTIFIED_JOBS = ['main', 'all', 'matching'] as const;

/** What a failure can be, seen from its problem. One without a known problem is new. */
export const NOTIFIED_PROBLEMS = ['new', 'came_back', 'known'] as const;

/** Messages that follow an event. Everyone who gets the event gets these too. */
export const FOLLOW_UPS = {
  'main_job.cause_found': 'main_job.broke',
} as const satisfies Record<string, NotificationEvent>;

export const FOLLOW_UP_NAMES = Object.keys(FOLLOW_UPS) as FollowUp[];

export type FollowUp = keyof typeof FOLLOW_UPS;

/** Whether a notification follows an event, and so has no rule of its own. */
export function isFollowUp(type: NotificationType): type is FollowUp {
  return Object.hasOwn(FOLLOW_UPS, type);
}

/** What a notification is about. A test message belongs to no rule. */
export type NotificationType = NotificationEvent | FollowUp | 'channel.test';
