import {
  FOLLOW_UPS,
  isFollowUp,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type NotificationType,
} from '@slipway/contracts';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { followsLane, problemOfBuild, problemState } from './filters.js';
import { OUTAGE } from './thread-of-build.js';

/** What decides who gets a notification. */
interface Addressed {
  readonly id: string;
  readonly accountId: number;
  readonly event: NotificationType;
  readonly userId: number | null;
  readonly channelId: string | null;
  readonly detail: {
    readonly threshold?: number | null;
    /** Who caused the event and need not be told. */
    readonly exceptUserId?: number | null;
    /** The only people who get it, if other projects tell the rest. */
    readonly userIds?: readonly number[];
  };
}

/** Whether any rule of a project asks for an event that is off by default. */
export async function isWanted(
  { prisma }: DatabaseHandle,
  projectId: number,
  event: NotificationEvent,
): Promise<boolean> {
  const rule = await prisma.notificationRule.findFirst({
    where: { projectId, event, enabled: true },
    select: { id: true },
  });
  return rule !== null;
}

/** Events of a job begin with this, whether or not it is the main one. */
const JOB_EVENT = 'main_job.';

const problemColumns = {
  fingerprint: nullable(columnsOf('Problem', 'p').fingerprint),
  state: computed(
    'text',
    sql`COALESCE(CASE WHEN n.event = 'main_job.recovered' THEN broke.detail->>'problem' END, ${problemState})`,
  ),
};

/** The problem that made a build fail. */
export interface NotifiedProblem extends RowOf<typeof problemColumns> {}

const failureProblem = defineQuery({
  name: 'find problem of notification',
  columns: problemColumns,
  examples: ['00000000-0000-0000-0000-000000000000'],
  build: (id: string, select) => sql`SELECT ${select} FROM notifications n
    LEFT JOIN notifications broke ON broke.project_id = n.project_id AND n.event <> 'main_job.cause_found'
      AND broke.event_key = 'broke:' || substr(n.thread_key, ${OUTAGE.length + 1})
    JOIN build_runs b ON b.id = COALESCE(broke.build_run_id, n.build_run_id)
    LEFT JOIN LATERAL ${problemOfBuild} p ON true
    WHERE n.id = ${id}::uuid`,
});

/**
 * The problem of a failure, and what the failure is, seen from it: that of the build that broke the job, also for what follows. A recovery has
 * the state that was stored when the job broke, so that it reaches those who heard of that. Undefined for events that
 * are not about a job.
 */
export async function findNotifiedProblem(
  { pool }: DatabaseHandle,
  { id, event }: Pick<Addressed, 'id' | 'event'>,
): Promise<NotifiedProblem | undefined> {
  if (!event.startsWith(JOB_EVENT)) return undefined;
  return (await failureProblem.first(pool, id)) ?? undefined;
}

const follows = followsLane({
  jobName: sql`b.job_name`,
  isMain: sql`lane.is_main`,
  branch: sql`lane.branch`,
  shippingOnly: sql`lane.shipping_only`,
});

/** The rules that ask for a notification. Without a filter, they ask for the main job, unless its problem is ignored or snoozed. */
const askingRules = defineQuery({
  name: 'find rules that ask for a notification',
  columns: pick(columnsOf('NotificationRule', 'r'), 'channelId', 'userId', 'enabled'),
  examples: [
    { id: '00000000-0000-0000-0000-000000000000', event: 'main_job.broke', threshold: null },
    { id: '00000000-0000-0000-0000-000000000000', event: 'main_job.still_broken', threshold: 3 },
  ],
  build: ({ id, event, threshold }: AskedFor, select) => sql`SELECT ${select} FROM notifications n
    JOIN notification_rules r ON r.project_id = n.project_id AND r.event = ${event}
      AND r.threshold IS NOT DISTINCT FROM COALESCE(${threshold}::int, r.threshold)
    LEFT JOIN build_runs b ON b.id = n.build_run_id
    LEFT JOIN notification_filters f ON f.project_id = r.project_id
      AND (f.channel_id = r.channel_id OR f.user_id = r.user_id)
    CROSS JOIN LATERAL (SELECT COALESCE((n.detail->>'isMain')::bool, true) AS is_main, n.detail->>'branch' AS branch,
      COALESCE((n.detail->>'shippingOnly')::bool, false) AS shipping_only) lane
    WHERE n.id = ${id}::uuid AND CASE WHEN NOT starts_with(n.event, ${JOB_EVENT}) THEN true
      WHEN f.id IS NULL THEN lane.is_main AND lane.branch IS NULL AND NOT lane.shipping_only
        AND COALESCE(n.detail->>'problem', '') NOT IN ('ignored', 'snoozed')
      ELSE n.detail->>'problem' = ANY(f.problems) AND ${follows} END`,
});

interface AskedFor {
  readonly id: string;
  readonly event: NotificationEvent;
  readonly threshold: number | null;
}

/** The channels and people that get a notification. */
export interface Recipients {
  readonly channelIds: readonly string[];
  readonly userIds: readonly number[];
}

/** Finds who gets a notification by the rules of its project. Only members of the account do. */
export async function findRecipients(tx: DatabaseHandle, notification: Addressed): Promise<Recipients> {
  const { id, event: type, channelId, detail } = notification;
  if (type === 'channel.test') return { channelIds: channelId === null ? [] : [channelId], userIds: [] };
  const event = isFollowUp(type) ? FOLLOW_UPS[type] : type;
  const rules = await askingRules.all(tx.pool, { id, event, threshold: detail.threshold ?? null });
  const isFor = (userId: number) =>
    rules.find((rule) => rule.userId === userId)?.enabled ?? NOTIFICATION_EVENTS[event].onByDefault.person;
  const subscribed = rules.flatMap(({ userId, enabled }) =>
    userId !== null && enabled && userId !== detail.exceptUserId && (detail.userIds?.includes(userId) ?? true)
      ? [userId]
      : [],
  );
  const people =
    notification.userId === null ? subscribed : [notification.userId].filter((userId) => isFor(userId));
  return {
    // What concerns one person is sent to that person only.
    channelIds:
      notification.userId === null
        ? rules.flatMap((rule) => (rule.channelId !== null && rule.enabled ? [rule.channelId] : []))
        : [],
    userIds: await membersAmong(tx, notification.accountId, people),
  };
}

/** Those of some people who can use an account. */
export async function membersAmong({ prisma }: DatabaseHandle, accountId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return [];
  const members = await prisma.accountMembership.findMany({
    where: { accountId, suspendedAt: null, userId: { in: [...userIds] } },
    orderBy: { userId: 'asc' },
    select: { userId: true },
  });
  return members.map(({ userId }) => userId);
}
