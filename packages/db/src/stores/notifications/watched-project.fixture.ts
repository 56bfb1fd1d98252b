import { afterAll } from '@jest/globals';
import type { NotificationEvent } from '@slipway/contracts';
import { createProjectRedactors, type NotificationContent } from '@slipway/domain';
import { factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';
import { fromJson } from '../../json.js';
import { releaseNotifications } from './release.js';

/** Projects whose owner follows events, on a new database. Await it at the top level of a test file. */
export async function watchedProjects() {
  const { url } = await testDatabase();
  const database = openTestDatabase(url);
  afterAll(() => database.close());
  const { prisma } = database;
  const make = factories(database);
  const redactors = createProjectRedactors(['a'.repeat(32)]);

  async function addMember(accountId: number): Promise<number> {
    const { userId } = await make.studio();
    await prisma.accountMembership.create({ data: { accountId, userId } });
    return userId;
  }

  /** A project of a new studio with two members. The owner asks for the event. */
  async function watched(event: NotificationEvent, threshold: number | null = null) {
    const studio = await make.studio();
    const { accountId, userId: ownerId } = studio;
    const memberId = await addMember(accountId);
    const project = await newAppliedProject(database, accountId);
    const { projectId } = project;
    const watch = (userId: number, other = threshold) =>
      prisma.notificationRule.create({ data: { event, projectId, userId, threshold: other } });
    await watch(ownerId);
    return {
      ownerId,
      memberId,
      watch,
      ...project,
      notifications: () => prisma.notification.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } }),
      /** Releases everything and returns what a person's inbox then says. */
      async inboxOf(userId: number) {
        await prisma.notification.updateMany({ where: { releasedAt: null }, data: { releaseAt: new Date(0) } });
        await releaseNotifications(database, { limit: 100, baseUrl: 'https://slipway.test', redactors });
        const items = await prisma.inboxItem.findMany({
          where: { userId, projectId },
          orderBy: { id: 'asc' },
          select: { notification: { select: { content: true } } },
        });
        return items.map(({ notification }) => fromJson<NotificationContent>(notification.content));
      },
    };
  }

  return { database, prisma, make, watched };
}
