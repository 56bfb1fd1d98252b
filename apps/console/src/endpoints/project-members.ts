import { addProjectMember, listProjectMembers, removeProjectMember } from '@slipway/contracts';
import * as store from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint, done } from '../console-endpoint.js';

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

export const add = defineConsoleEndpoint(addProjectMember, async ({ project, body, audit, services }) => {
  const userId = found(body.user_id ?? null);
  await services.database.modelTransaction(async (tx) => {
    const member = { projectId: project.id, accountId: project.accountId, userId };
    const name = found(await store.addProjectMember(tx, member));
    await audit(tx, { target: name, detail: { user_id: userId, project: project.name } });
  });
  return done;
});

export const remove = defineConsoleEndpoint(removeProjectMember, async ({ project, params, audit, services }) => {
  const userId = found(parseRowId(params.user_id));
  await services.database.modelTransaction(async (tx) => {
    const name = found(await store.removeProjectMember(tx, { projectId: project.id, userId }));
    await audit(tx, { target: name, detail: { user_id: userId, project: project.name } });
  });
  return done;
});
