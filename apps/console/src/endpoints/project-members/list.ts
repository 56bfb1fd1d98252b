import { listProjectMembers } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listProjectMembers, async ({ project, services }) => {
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
