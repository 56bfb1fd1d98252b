import { listChangeAuthors } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames, presentActor } from '../../presenters.js';

export const endpoint = defineConsoleEndpoint(listChangeAuthors, async ({ project, services }) => {
  const people = {
    nameOf: await accountNames(services, project.accountId),
    redactor: services.redactors.of(project),
  };
  const authors = await services.reads.listChangeAuthors(project.id);
  const names = authors.map(({ author, memberId }) => presentActor(people, memberId, author));
  return { authors: [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => a.localeCompare(b)) };
});
