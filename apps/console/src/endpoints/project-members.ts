import { addProjectMember, listProjectMembers, listProjectPeople, removeProjectMember } from '@slipway/contracts';
import * as store from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';

export const list = defineConsoleEndpoint(listProjectMembers, async ({ project, services }) => {
  const [people, handles] = await Promise.all([
    services.reads.listProjectMembers(project),
    services.reads.listAssigneeHandles(project.id),
  ]);
  return {
    members: people.flatMap(({ userId, name, accountRole, providers, openTasks, joinedAt }) =>
      joinedAt === null
        ? []
        : {
            user_id: userId,
            name,
            account_role: accountRole,
            connected_providers: [...providers],
            open_tasks: openTasks,
            joined_at: presentTime(joinedAt),
          },
    ),
    candidates: people
      .filter(({ joinedAt }) => joinedAt === null)
      .map(({ userId, name }) => ({ user_id: userId, name })),
    handles,
  };
});

export const add = defineConsoleChange(addProjectMember, async ({ project, body, tx, audit }) => {
  const userId = found(body.user_id ?? null);
  const member = { projectId: project.id, accountId: project.accountId, userId };
  const name = found(await store.addProjectMember(tx, member));
  await audit({ target: name, detail: { user_id: userId, project: project.name } });
});

export const remove = defineConsoleChange(removeProjectMember, async ({ project, params, tx, audit }) => {
  const userId = found(parseRowId(params.user_id));
  const name = found(await store.removeProjectMember(tx, { projectId: project.id, userId }));
  await audit({ target: name, detail: { user_id: userId, project: project.name } });
});

const MAX_PEOPLE = 1_000;

export const listPeople = defineConsoleEndpoint(listProjectPeople, async ({ project, services }) => {
  const [people, handles] = await Promise.all([
    services.reads.listMembers(project, MAX_PEOPLE),
    services.reads.listAssigneeHandles(project.id),
  ]);
  const named = people.map(({ userId, name, role }) => ({ user_id: userId, name, role }));
  return { people: named.toSorted((a, b) => a.name.localeCompare(b.name)), handles };
});
