import { listProjectPeople } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../console-endpoint.js';

export const list = defineConsoleEndpoint(listProjectPeople, async ({ project, services }) => {
  const [people, handles] = await Promise.all([
    services.reads.listPeople(project.id),
    services.reads.listAssigneeHandles(project.id),
  ]);
  return { people: people.map(({ userId, name, role }) => ({ user_id: userId, name, role })), handles };
});
