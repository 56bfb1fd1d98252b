import { maskContent, type NotificationContent, newId, type ProjectRedactors } from '@slipway/domain';
import type { Database, DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { announceChange } from '../../live-changes.js';
import { findMaskingProjects } from '../../reads/masked-values/masked-values.js';
import { sql } from '../../sql.js';
import { type DueNotification, dueColumns } from './due-notification.js';
import { prepareEscalation } from './escalations.js';
import { contentOf } from './notification-content.js';
import { findNotifiedProblem, findRecipients, type NotifiedProblem } from './recipients.js';
import { findThread } from './thread-of-build.js';
import { writeToPeople } from './write-to-people.js';

/** Skips notifications that another worker is releasing. */
const lockDue = defineQuery({
  name: 'lock due notifications',
  columns: dueColumns,
  examples: [1],
  build: (limit: number, select) => sql`
    SELECT ${select} FROM notifications WHERE released_at IS NULL AND release_at <= now()
    ORDER BY release_at, created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
});

/** How long a message is tried. */
const LIFETIME_MS = 24 * 60 * 60_000;

interface ReleaseOptions {
  readonly baseUrl: string;
  readonly redactors: ProjectRedactors;
}

/**
 * Releases due notifications: writes their content, one delivery for each channel that asked for the event, and inbox
 * items and emails for people, all in one transaction. Returns how many it released; zero if none is due.
 */
export async function releaseNotifications(
  database: Database,
  { limit, ...options }: ReleaseOptions & { readonly limit: number },
): Promise<number> {
  // Opens no transaction while none is due.
  if ((await lockDue.first(database.pool, 1)) === null) return 0;
  return database.modelTransaction(async (tx) => {
    const due = await lockDue.all(tx.pool, limit);
    for (const row of due) await release(tx, row, options);
    return due.length;
  });
}

async function release(
  tx: DatabaseHandle,
  locked: DueNotification,
  { baseUrl, redactors }: ReleaseOptions,
): Promise<void> {
  const due = locked.event === 'main_job.not_taken' ? await prepareEscalation(tx, locked) : locked;
  if (due === null) return;
  const now = await databaseTime(tx);
  const written = due.isArchived ? null : await contentOf(tx, due, baseUrl);
  const masking = [...(await findMaskingProjects(tx, [due.projectId])).values()];
  const content = written && maskContent(written, redactors.among(masking)(due.projectId));
  const problem = await findNotifiedProblem(tx, due);
  const threadKey = await findThread(tx, due);
  await tx.prisma.notification.update({
    where: { id: due.id },
    data: {
      releasedAt: now,
      threadKey,
      buildRunId: due.buildRunId,
      ...(content && { content: toJson(content) }),
      ...(problem && { detail: toJson({ ...due.detail, problem: problem.state, ...causeOf(problem, content) }) }),
    },
  });
  // What it is about has been deleted meanwhile, or nobody works on the project any more.
  if (content === null) return;
  const { channelIds, userIds } = await findRecipients(tx, due);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await tx.prisma.notificationDelivery.createMany({
    data: channelIds.map((channelId) => ({
      id: newId(),
      notificationId: due.id,
      channelId,
      projectId: due.projectId,
      expiresAt,
      createdAt: now,
    })),
    skipDuplicates: true,
  });
  await writeToPeople(tx, { ...due, threadKey, content }, { userIds, now });
  if (userIds.length > 0) await announceChange(tx, due.projectId, 'notification');
}

/** The cause that a message names, so that another one can follow it: a fingerprint, or empty for a guess. */
function causeOf(
  { fingerprint }: NotifiedProblem,
  content: NotificationContent | null,
): { readonly cause?: string } {
  return content?.data.cause == null ? {} : { cause: fingerprint ?? '' };
}
