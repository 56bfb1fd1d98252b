import type { Database } from '@slipway/db';
import { canonicalKey } from '@slipway/domain';
import type { ProjectScope, RowFields } from './pipeline-factories.js';

/** Creates tasks, members, and the tracker items that tasks mention. */
export interface TaskFactories {
  task(project: ProjectScope, fields?: RowFields): Promise<{ id: number }>;
  /** Links a change to a task that it mentions. */
  taskLink(project: ProjectScope, taskId: number, changeId: number): Promise<void>;
  /** A member of the account and the project, with connected accounts for `uids`. */
  member(project: ProjectScope, fields?: MemberFields): Promise<{ userId: number }>;
  reference(project: ProjectScope, fields?: RowFields): Promise<{ id: number; key: string }>;
  /** Records that the text of a task or change mentions a tracker item. */
  mention(project: ProjectScope, key: string, by: { taskId: number } | { changeId: number }): Promise<void>;
}

export interface MemberFields {
  readonly role?: 'owner' | 'member';
  readonly uids?: readonly { readonly provider: string; readonly uid: string }[];
}

/** Factories for one database; `next` makes rows distinct. */
export function taskFactories({ prisma }: Database, next: () => number): TaskFactories {
  return {
    async task({ id: projectId, accountId }, fields) {
      const data = { accountId, projectId, title: `Task ${next()}` };
      const { id } = await prisma.task.create({ data: { ...data, ...fields } });
      return { id };
    },

    async taskLink({ id: projectId }, taskId, changeId) {
      await prisma.taskLink.create({ data: { projectId, taskId, changeId } });
    },

    async member({ id: projectId, accountId }, { role = 'member', uids = [] } = {}) {
      const n = next();
      const { id } = await prisma.user.create({
        data: {
          email: `member${n}@studio.test`,
          name: `Member ${n}`,
          passwordHash: '!',
          memberships: { create: { accountId, connectedAccounts: { create: [...uids] } } },
          projectMemberships: { create: { projectId, role } },
        },
      });
      return { userId: id };
    },

    async reference({ id: projectId, accountId }, fields) {
      const key = `HARB-${next()}`;
      const data = { accountId, projectId, integrationId: 1, provider: 'jira', externalId: `id-${key}`, key };
      const row = await prisma.externalReference.create({
        data: { ...data, title: `Issue ${key}`, state: 'To Do', providerTime: new Date(), ...fields },
      });
      await prisma.referenceKey.create({
        data: { referenceId: row.id, projectId, key: canonicalKey(row.key) },
      });
      return { id: Number(row.id), key: row.key };
    },

    async mention({ id: projectId }, key, by) {
      if ('taskId' in by) await prisma.taskMention.create({ data: { projectId, key, ...by } });
      else await prisma.changeMention.create({ data: { projectId, key, ...by } });
    },
  };
}
