import type { NotificationType } from '@slipway/contracts';
import {
  type BuildEvent,
  type DeploymentNotice,
  describeBuild,
  describeDeployment,
  describeTest,
  hidePeople,
  type NotificationContent,
  newId,
} from '@slipway/domain';
import { columnsOf, narrowed, pick, type RowOf } from '../../columns.js';
import type { Database, DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { announceChange } from '../../live-changes.js';
import { listMemberNames } from '../../reads/project-members/members.js';
import { sql } from '../../sql.js';
import { findBuildFacts } from './build-facts.js';
import { findRecipients } from './recipients.js';
import { writeToPeople } from './write-to-people.js';

const notification = columnsOf('Notification');
const columns = {
  ...pick(notification, 'id', 'accountId', 'projectId', 'eventKey', 'threadKey', 'buildRunId', 'userId'),
  ...pick(notification, 'channelId', 'count'),
  event: narrowed<NotificationType>(notification.event),
  detail: narrowed<NotificationDetail>(notification.detail),
};

/** What the writers of notifications store. */
interface NotificationDetail {
  readonly failures?: number;
  readonly threshold?: number | null;
  readonly channelName?: string;
  readonly deploymentId?: string;
}

/** A notification that is about to be released. */
export interface DueNotification extends RowOf<typeof columns> {}

/** Skips notifications that another worker is releasing. */
const lockDue = defineQuery({
  name: 'lock due notifications',
  columns,
  examples: [1],
  build: (limit: number, select) => sql`
    SELECT ${select} FROM notifications WHERE released_at IS NULL AND release_at <= now()
    ORDER BY release_at, created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
});

/** How long a message is tried. */
const LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Releases due notifications: writes their content, one delivery for each channel that asked for the event, and inbox
 * items and emails for people, all in one transaction. Returns how many it released; zero if none is due.
 */
export function releaseNotifications(
  database: Database,
  { limit, baseUrl }: { readonly limit: number; readonly baseUrl: string },
): Promise<number> {
  return database.modelTransaction(async (tx) => {
    const due = await lockDue.all(tx.pool, limit);
    for (const row of due) await release(tx, row, baseUrl);
    return due.length;
  });
}

async function release(tx: DatabaseHandle, due: DueNotification, baseUrl: string): Promise<void> {
  const now = await databaseTime(tx);
  const content = await contentOf(tx, due, baseUrl);
  await tx.prisma.notification.update({
    where: { id: due.id },
    data: { releasedAt: now, ...(content && { content: toJson(content) }) },
  });
  // What it is about has been deleted meanwhile.
  if (content === null) return;
  const { channelIds, userIds } = await findRecipients(tx, due);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await tx.prisma.notificationDelivery.createMany({
    data: channelIds.map((channelId) => ({
      ...{ id: newId(), notificationId: due.id, channelId, projectId: due.projectId, expiresAt, createdAt: now },
    })),
    skipDuplicates: true,
  });
  await writeToPeople(tx, { ...due, content }, { userIds, now });
  if (userIds.length > 0) await announceChange(tx, due.projectId, 'notification');
}

/** What a notification says; null if what it is about no longer exists. */
async function contentOf(
  tx: DatabaseHandle,
  due: DueNotification,
  baseUrl: string,
): Promise<NotificationContent | null> {
  switch (due.event) {
    case 'channel.test':
      return testContent(tx, due, baseUrl);
    case 'deployment.live':
    case 'deployment.rejected':
    case 'deployment.rolled_back':
      return deploymentContent(tx, { ...due, event: due.event }, baseUrl);
    default:
      return buildContent(tx, { ...due, event: due.event }, baseUrl);
  }
}

async function testContent({ prisma }: DatabaseHandle, { projectId, detail }: DueNotification, baseUrl: string) {
  const project = await prisma.project.findUnique({ where: { id: projectId }, select: { id: true, name: true } });
  return project && describeTest({ project, channelName: detail.channelName ?? '' }, baseUrl);
}

async function deploymentContent(
  { prisma }: DatabaseHandle,
  { event, projectId, detail }: DueNotification & { readonly event: DeploymentNotice },
  baseUrl: string,
) {
  const found = await prisma.deployment.findUnique({
    where: { id: detail.deploymentId ?? '', projectId },
    select: {
      ...{ id: true, platform: true, version: true, buildNumber: true, branch: true },
      project: { select: { id: true, name: true } },
    },
  });
  if (found === null) return null;
  const { project, ...deployment } = found;
  return describeDeployment(event, { project, deployment }, baseUrl);
}

async function buildContent(
  tx: DatabaseHandle,
  { event, accountId, projectId, buildRunId, detail, count }: DueNotification & { readonly event: BuildEvent },
  baseUrl: string,
) {
  if (buildRunId === null) return null;
  const failures = Math.max(detail.failures ?? 1, count);
  const facts = await findBuildFacts(tx, { projectId, id: buildRunId, failures });
  if (facts === null) return null;
  const people = hidePeople(await listMemberNames(tx, accountId));
  return describeBuild(event, facts, { baseUrl, people });
}
