import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, idField, idsField, textField } from '../body-fields.js';
import { CHANNEL_KINDS } from '../channel-registry.js';
import { type Codec, codec } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import {
  type EventDescription,
  FOLLOW_UP_NAMES,
  GROUP_REACHES,
  NOTIFICATION_EVENT_NAMES,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
} from '../notifications.js';
import { filterField, NotificationFilter } from './notification-builds.js';

const MAX_NAME = 60;
const MAX_URL = 2_000;
const MAX_PEOPLE = 50;

/** Whether an event is wanted, and from which number on, if the event has one: failed builds, hours, credits. */
export const NotificationRule = Type.Object({
  event: anyOf(NOTIFICATION_EVENT_NAMES),
  enabled: Type.Boolean(),
  threshold: orNull(Type.Integer()),
});
export type NotificationRule = Static<typeof NotificationRule>;

/** A place that a project's notifications go to. Its address and credentials are never returned. */
export const NotificationChannel = Type.Object({
  id: Uuid,
  kind: anyOf(CHANNEL_KINDS),
  name: Type.String(),
  /** Where it leads, without anything secret: a host, a chat channel, a number of people. */
  target: Type.String(),
  /** A rule for every event. */
  rules: Type.Array(NotificationRule),
  /** The builds whose events it gets. */
  builds: NotificationFilter,
  paused_at: MaybeTimestamp,
  /** Why Slipway paused it; null if a person did. */
  pause_reason: orNull(Type.String()),
  failing_since: MaybeTimestamp,
  last_error: orNull(Type.String()),
  /** When its messages are tried again; null unless it is failing. */
  next_attempt_at: MaybeTimestamp,
  last_sent_at: MaybeTimestamp,
  /** Messages that are not sent yet. */
  waiting: Type.Integer(),
});
export type NotificationChannel = Static<typeof NotificationChannel>;

const Channels = Type.Object({ channels: Type.Array(NotificationChannel), limit: Type.Integer() });

export const listNotificationChannels = describeConsole({
  name: 'listNotificationChannels',
  method: 'GET',
  path: '/projects/:project_id/notification_channels',
  response: Channels,
});

/** An absolute http or https address without user info. */
const urlField = codec(
  Type.String({ maxLength: MAX_URL }),
  'must be a web address such as https://hooks.example.com/builds',
  (value) => {
    const text = typeof value === 'string' ? value.trim() : '';
    const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : null;
    const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    return isWeb ? url.href : undefined;
  },
);

const isEvent = (value: unknown): value is NotificationEvent =>
  typeof value === 'string' && value in NOTIFICATION_EVENTS;

/** Rules, each for another event. */
export function rulesField(): Codec<readonly NotificationRule[]> {
  return {
    schema: Type.Array(NotificationRule),
    read(value) {
      if (!Array.isArray(value) || value.length > NOTIFICATION_EVENT_NAMES.length)
        return { flaw: 'must be an array of rules' };
      const rules: NotificationRule[] = [];
      for (const item of value) {
        const rule = readRule(item);
        if (typeof rule === 'string') return { flaw: rule };
        rules.push(rule);
      }
      return { value: rules };
    },
  };
}

function readRule(item: unknown): NotificationRule | string {
  const { event, enabled, threshold = null } = (item ?? {}) as Readonly<Record<string, unknown>>;
  if (!isEvent(event)) return `event must be one of ${NOTIFICATION_EVENT_NAMES.join(', ')}`;
  if (typeof enabled !== 'boolean') return 'enabled must be true or false';
  const { threshold: bounds }: EventDescription = NOTIFICATION_EVENTS[event];
  if (bounds === undefined) return { event, enabled, threshold: null };
  const number = threshold ?? bounds.initial;
  const isWithin =
    typeof number === 'number' && Number.isInteger(number) && number >= bounds.min && number <= bounds.max;
  return isWithin
    ? { event, enabled, threshold: number }
    : `threshold of ${event} must be an integer from ${bounds.min} to ${bounds.max}`;
}

/** What leads to a channel. Which fields are needed depends on its kind. */
const destination = {
  url: urlField,
  token: textField({ min: 1, max: 500 }),
  channel: textField({ min: 1, max: 100 }),
  /** The members who get emails. */
  user_ids: idsField(MAX_PEOPLE, 'members'),
  group_id: idField(),
  /** Who of the group gets messages. */
  reach: choiceField(GROUP_REACHES),
};

export const addNotificationChannel = describeConsole({
  name: 'addNotificationChannel',
  method: 'POST',
  path: '/projects/:project_id/notification_channels',
  role: 'owner',
  confirmed: true,
  audit: 'notification_channel.add',
  writes: true,
  body: describeBody(
    null,
    {
      kind: required(choiceField(CHANNEL_KINDS)),
      name: required(textField({ min: 1, max: MAX_NAME })),
      ...destination,
    },
    { kind: 'slack_webhook', name: 'Builds', url: 'https://hooks.slack.com/services/T0/B0/x' },
  ),
  /** `secret` is the signing secret of an outgoing webhook, which is shown only once. */
  response: Type.Object({ channel: NotificationChannel, secret: orNull(Type.String()) }),
  success: [201],
  containsSecret: true,
});

export const updateNotificationChannel = describeConsole({
  name: 'updateNotificationChannel',
  method: 'PATCH',
  path: '/projects/:project_id/notification_channels/:channel_id',
  role: 'owner',
  audit: 'notification_channel.update',
  writes: true,
  body: describeBody(
    null,
    {
      name: textField({ min: 1, max: MAX_NAME }),
      rules: rulesField(),
      builds: filterField(),
      state: choiceField(['active', 'paused']),
    },
    { rules: [{ event: 'main_job.broke', enabled: true, threshold: null }] },
  ),
  response: NotificationChannel,
});

/**
 * Changes where a channel leads. What is not sent stays: a bot's token, the signing secret of an outgoing webhook. Its
 * messages are then tried immediately, even if Slipway had paused it.
 */
export const changeNotificationAddress = describeConsole({
  name: 'changeNotificationAddress',
  method: 'PATCH',
  path: '/projects/:project_id/notification_channels/:channel_id/address',
  role: 'owner',
  confirmed: true,
  audit: 'notification_channel.change_address',
  writes: true,
  body: describeBody(null, destination, { url: 'https://hooks.slack.com/services/T0/B0/x' }),
  response: NotificationChannel,
});

/** Ends the wait after a failure, so that the waiting messages are tried immediately. */
export const tryNotificationChannel = describeConsole({
  name: 'tryNotificationChannel',
  method: 'POST',
  path: '/projects/:project_id/notification_channels/:channel_id/try',
  role: 'owner',
  audit: 'notification_channel.try',
  writes: true,
});

export const removeNotificationChannel = describeConsole({
  name: 'removeNotificationChannel',
  method: 'DELETE',
  path: '/projects/:project_id/notification_channels/:channel_id',
  role: 'owner',
  audit: 'notification_channel.remove',
  writes: true,
  deletes: true,
  errors: ['legal_hold'],
});

export const testNotificationChannel = describeConsole({
  name: 'testNotificationChannel',
  method: 'POST',
  path: '/projects/:project_id/notification_channels/:channel_id/test',
  role: 'owner',
  audit: 'notification_channel.test',
  writes: true,
});

export const rotateNotificationSecret = describeConsole({
  name: 'rotateNotificationSecret',
  method: 'POST',
  path: '/projects/:project_id/notification_channels/:channel_id/secret',
  role: 'owner',
  confirmed: true,
  audit: 'notification_channel.rotate_secret',
  writes: true,
  response: Type.Object({ secret: Type.String() }),
  containsSecret: true,
});

/** One message to a channel, with its attempts. */
export const SentNotification = Type.Object({
  id: Uuid,
  event: Type.String(),
  title: Type.String(),
  status: anyOf(['pending', 'sent', 'failed']),
  attempts: Type.Integer(),
  /** The HTTP status of the last response; null if there was none. */
  last_status: orNull(Type.Integer()),
  last_error: orNull(Type.String()),
  created_at: Timestamp,
  sent_at: MaybeTimestamp,
});
export type SentNotification = Static<typeof SentNotification>;

export const listSentNotifications = describeConsole({
  name: 'listSentNotifications',
  method: 'GET',
  path: '/projects/:project_id/notification_channels/:channel_id/deliveries',
  /** The newest ones. */
  response: Type.Object({ deliveries: Type.Array(SentNotification) }),
});

export const replayNotification = describeConsole({
  name: 'replayNotification',
  method: 'POST',
  path: '/projects/:project_id/notification_channels/:channel_id/deliveries/:delivery_id/replay',
  role: 'owner',
  audit: 'notification_channel.replay',
  writes: true,
});

/** What a message would look like: for people, and as each kind of channel gets it. */
export const NotificationPreview = Type.Object({
  event: anyOf([...NOTIFICATION_EVENT_NAMES, ...FOLLOW_UP_NAMES]),
  tone: anyOf(['bad', 'good', 'neutral']),
  title: Type.String(),
  text: Type.String(),
  quote: orNull(Type.String()),
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** The JSON that each kind of channel gets. */
  bodies: Type.Array(Type.Object({ kind: anyOf(CHANNEL_KINDS), body: Type.String() })),
});
export type NotificationPreview = Static<typeof NotificationPreview>;

export const listNotificationPreviews = describeConsole({
  name: 'listNotificationPreviews',
  method: 'GET',
  path: '/projects/:project_id/notification_previews',
  response: Type.Object({ previews: Type.Array(NotificationPreview) }),
});
