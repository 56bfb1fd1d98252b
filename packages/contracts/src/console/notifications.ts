import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, idField, integerField, nullableField, textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, orNull, Timestamp } from '../fields.js';
import { filterField, NotificationFilter } from './notification-builds.js';
import { NotificationRule, rulesField } from './notification-channels.js';

const MAILS = ['immediate', 'digest', 'off'] as const;
const LAST_MINUTE = 24 * 60 - 1;

export const NotificationSettings = Type.Object({
  /** Whether the person ever saved them; otherwise they are the defaults. */
  is_saved: Type.Boolean(),
  mail: anyOf(MAILS),
  time_zone: Type.String(),
  time_zones: Type.Array(Type.String()),
  /** Minutes after midnight between which no email is sent; null for none. */
  quiet_from: orNull(Type.Integer()),
  quiet_until: orNull(Type.Integer()),
  /** The hour of the daily digest. */
  digest_hour: Type.Integer(),
  projects: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      rules: Type.Array(NotificationRule),
      builds: NotificationFilter,
    }),
  ),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const getNotificationSettings = describeConsole({
  name: 'getNotificationSettings',
  method: 'GET',
  path: '/notification_settings',
  response: NotificationSettings,
});

export const updateNotificationSettings = describeConsole({
  name: 'updateNotificationSettings',
  method: 'PATCH',
  path: '/notification_settings',
  audit: 'notifications.update',
  body: describeBody(
    null,
    {
      mail: required(choiceField(MAILS)),
      time_zone: required(textField({ min: 1, max: 64 })),
      quiet_from: nullableField(integerField(0, LAST_MINUTE)),
      quiet_until: nullableField(integerField(0, LAST_MINUTE)),
      digest_hour: integerField(0, 23),
    },
    { mail: 'digest', time_zone: 'Europe/Berlin', quiet_from: null, quiet_until: null, digest_hour: 9 },
  ),
  response: NotificationSettings,
});

export const updatePersonalRules = describeConsole({
  name: 'updatePersonalRules',
  method: 'PATCH',
  path: '/projects/:project_id/notification_rules',
  audit: 'notifications.update_rules',
  body: describeBody(
    null,
    { rules: rulesField(), builds: filterField() },
    { rules: [{ event: 'main_job.broke', enabled: true, threshold: null }] },
  ),
});

/** A notification in a person's inbox. */
export const InboxItem = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  project_name: Type.String(),
  tone: anyOf(['bad', 'good', 'neutral']),
  title: Type.String(),
  text: Type.String(),
  /** The page to open, relative to the console. */
  path: Type.String(),
  is_read: Type.Boolean(),
  created_at: Timestamp,
});
export type InboxItem = Static<typeof InboxItem>;

export const listInbox = describeConsole({
  name: 'listInbox',
  method: 'GET',
  path: '/inbox',
  /** `unread` counts up to 100. */
  response: Type.Object({ items: Type.Array(InboxItem), unread: Type.Integer() }),
});

/** Marks notifications as read: one, or all if no id is given. */
export const markInboxRead = describeConsole({
  name: 'markInboxRead',
  method: 'POST',
  path: '/inbox/read',
  body: describeBody(null, { id: idField() }, { id: 1 }),
});
