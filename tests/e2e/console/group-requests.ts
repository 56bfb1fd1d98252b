import type { ServedIntegrations } from './served-integrations.js';

interface GroupRequest {
  readonly path: string;
  readonly body?: object;
}

/** Requests that change groups and ownership rules. */
export function groupRequests(
  { database, accountId, owner: { id: userId } }: ServedIntegrations,
  account: string,
  project: string,
): Readonly<Record<string, () => Promise<GroupRequest> | GroupRequest>> {
  const { prisma } = database;
  const newGroup = async () => {
    await prisma.accountGroup.deleteMany({ where: { accountId } });
    const { id } = await prisma.accountGroup.create({
      data: { accountId, name: 'Art', slug: 'art', members: { create: { userId, accountId, position: 0 } } },
    });
    return `${account}/groups/${id}`;
  };
  return {
    createGroup: async () => {
      await prisma.accountGroup.deleteMany({ where: { accountId } });
      return { path: `${account}/groups`, body: { name: 'Build', user_ids: [userId] } };
    },
    updateGroup: async () => ({ path: await newGroup(), body: { name: 'Characters' } }),
    deleteGroup: async () => ({ path: await newGroup() }),
    takeWeek: async () => ({
      path: `${await newGroup()}/weeks`,
      body: { week: '2026-11-16', user_id: userId },
    }),
    saveOwnership: () => ({ path: `${project}/ownership`, body: { text: '*.cpp @art' } }),
  };
}
