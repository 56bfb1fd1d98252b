import type { Decision, NotificationType } from '@slipway/contracts';
import { columnsOf, narrowed, pick, type RowOf } from '../../columns.js';

/** What the writers of notifications store, depending on the event. */
export interface NotificationDetail {
  readonly failures?: number;
  readonly threshold?: number | null;
  readonly channelName?: string;
  readonly deploymentId?: string;
  readonly exceptUserId?: number | null;
  readonly commitSha?: string;
  readonly assetId?: string;
  readonly status?: Decision;
  readonly integrationId?: number;
  readonly deliveryId?: string;
  /** In epoch milliseconds. */
  readonly receivedAt?: number;
  readonly credits?: number;
  readonly spent?: number;
  readonly budget?: number;
}

const notification = columnsOf('Notification');

export const dueColumns = {
  ...pick(notification, 'id', 'accountId', 'projectId', 'eventKey', 'threadKey', 'buildRunId', 'userId'),
  ...pick(notification, 'channelId', 'count'),
  event: narrowed<NotificationType>(notification.event),
  detail: narrowed<NotificationDetail>(notification.detail),
};

/** A notification that is about to be released. */
export interface DueNotification extends RowOf<typeof dueColumns> {}
