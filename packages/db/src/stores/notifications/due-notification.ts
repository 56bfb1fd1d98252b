import type { Decision, NotificationType } from '@slipway/contracts';
import { columnsOf, computed, narrowed, pick, type RowOf } from '../../columns.js';
import { sql } from '../../sql.js';

/** What the writers of notifications store, depending on the event. */
export interface NotificationDetail {
  readonly failures?: number | null;
  readonly threshold?: number | null;
  /** Of a job: the branch of the lane, and whether only shipping builds are in it. */
  readonly branch?: string;
  readonly shippingOnly?: boolean;
  readonly channelName?: string;
  readonly deploymentId?: string;
  readonly exceptUserId?: number | null;
  readonly userIds?: readonly number[];
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
  readonly problemId?: number;
  /** Of an escalation: since when the job has been broken, in epoch milliseconds, and the branch of its last failure. */
  readonly brokenAt?: number;
  readonly failedBranch?: string;
  /** Of an ended snooze: whether a failure on a newer revision ended it. */
  readonly hasFailed?: boolean;
  /** Whether it follows because of the suspect, not of the cause. */
  readonly isSuspect?: boolean;
  /** What a search for a culprit proved, as a sentence, and whether it proved a culprit. */
  readonly proof?: string;
  readonly hasCulprit?: boolean;
  readonly tests?: readonly { readonly testId: number; readonly suiteId: number }[];
  readonly muteId?: number;
  /** Of a build's notification: what its failure is, seen from its problem. */
  readonly problem?: string;
  /** Of a released message that names a cause: its fingerprint, or empty if it is a guess. */
  readonly cause?: string;
}

const notification = columnsOf('Notification');

export const dueColumns = {
  ...pick(notification, 'id', 'accountId', 'projectId', 'eventKey', 'threadKey', 'buildRunId', 'userId'),
  ...pick(notification, 'channelId', 'count'),
  event: narrowed<NotificationType>(notification.event),
  detail: narrowed<NotificationDetail>(notification.detail),
  isArchived: computed(
    'bool',
    sql`(SELECT p.archived_at IS NOT NULL FROM projects p WHERE p.id = notifications.project_id)`,
  ),
};

/** A notification that is about to be released. */
export interface DueNotification extends RowOf<typeof dueColumns> {}
