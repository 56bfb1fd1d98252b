import type { NotificationType } from '@slipway/contracts';
import { newId } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { sql } from '../../sql.js';

/** Something to notify people of. */
export interface NewNotification {
  readonly accountId: number;
  readonly projectId: number;
  readonly event: NotificationType;
  /** The same event happens only once under its key. */
  readonly eventKey: string;
  readonly threadKey: string;
  readonly buildRunId?: number;
  /** The person whom it concerns, if it is for one person. */
  readonly userId?: number;
  /** The channel of a test message. */
  readonly channelId?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** How long to wait for more of the same. */
  readonly holdMs?: number;
  /** How many times it happened; once if undefined. */
  readonly count?: number;
}

/**
 * Writes a notification in the caller's transaction, so that it exists exactly if what it describes does. An event that
 * happens again before it is released is counted.
 */
export async function writeNotification(tx: DatabaseHandle, notification: NewNotification): Promise<void> {
  const { projectId, eventKey, detail, holdMs = 0, count: times = 1, ...rest } = notification;
  const now = await databaseTime(tx);
  const releaseAt = new Date(now.getTime() + holdMs);
  const { count } = await tx.prisma.notification.createMany({
    data: {
      id: newId(),
      projectId,
      eventKey,
      ...rest,
      detail: toJson(detail ?? {}),
      count: times,
      releaseAt,
      createdAt: now,
    },
    skipDuplicates: true,
  });
  if (count > 0) return;
  await tx.prisma.notification.updateMany({
    where: { projectId, eventKey, releasedAt: null },
    data: { count: { increment: times } },
  });
}

/**
 * Writes a notification of an event that may happen again later: counted while the last one waits, otherwise a new one.
 * In the caller's transaction. Its key is only the beginning of the stored one.
 */
export async function collectNotification(tx: DatabaseHandle, notification: NewNotification): Promise<void> {
  const { projectId, threadKey, eventKey: prefix, count: times = 1 } = notification;
  const { count } = await tx.prisma.notification.updateMany({
    where: { projectId, threadKey, eventKey: { startsWith: `${prefix}:` }, releasedAt: null },
    data: { count: { increment: times } },
  });
  if (count === 0) await writeNotification(tx, { ...notification, eventKey: `${prefix}:${newId()}` });
}

const releaseNow = defineQuery({
  name: 'release notifications of build',
  columns: {},
  examples: [1],
  build: (buildRunId: number) => sql`UPDATE notifications SET release_at = LEAST(release_at, now())
    WHERE build_run_id = ${buildRunId} AND released_at IS NULL 
      AND event NOT IN ('change.broke_build', 'main_job.not_taken')`,
});

/**
 * Releases the notifications that wait for a build's diagnosis or investigation, in the transaction that ends it. Those to
 * a person collect the jobs that a change broke, and an escalation waits for its time.
 */
export async function releaseNotificationsOf(tx: DatabaseHandle, buildRunId: number): Promise<void> {
  await releaseNow.execute(tx.pool, buildRunId);
}
