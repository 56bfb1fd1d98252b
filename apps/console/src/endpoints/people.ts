import { listProjectPeople } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../console-endpoint.js';

const MAX_PEOPLE = 1_000;

export const list = defineConsoleEndpoint(listProjectPeople, async ({ project, services }) => {
  const [people, handles] = await Promise.all([
    services.reads.listMembers(project, MAX_PEOPLE),
    services.reads.listAssigneeHandles(project.id),
  ]);
  const named = people.map(({ userId, name, role }) => ({ user_id: userId, name, role }));
  return { people: named.toSorted((a, b) => a.name.localeCompare(b.name)), handles };
});
