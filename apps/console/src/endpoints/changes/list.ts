import { type BuildLink, type ListedChange, listConsoleChanges } from '@slipway/contracts';
import type { ChangeAuthor, ChangeRecord } from '@slipway/db';
import { keysetPage, presentChange } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames, type People, presentActor, presentAuthor, presentBuildLink } from '../../presenters.js';

export const endpoint = defineConsoleEndpoint(listConsoleChanges, async (input) => {
  const { project, query, services } = input;
  const { reads, cursors, clock } = services;
  const page = keysetPage(cursors, { list: listConsoleChanges, scope: project.id, query });
  const people = {
    nameOf: await accountNames(services, project.accountId),
    redactor: services.redactors.of(project),
  };
  const authors = await authorsNamed(query.author, () => reads.listChangeAuthors(project.id), people);
  const search = {
    text: query.q?.trim() || undefined,
    sourceType: query.source_type,
    authors,
    withOrphaned: query.orphaned === true,
  };
  const { changes, searchedTo } = await reads.searchChanges(project.id, search, page);
  const { rows, pagination } = page.end(changes, ({ timestamp, id }) => ({ at: timestamp, id }));
  const builds = await reads.listBuildStates(
    project.id,
    rows.map(({ identifier }) => identifier),
  );
  const stale = await reads.findStaleBuilds(project.accountId, builds, clock.now());
  const links = builds.map(({ identifier, ...build }) => ({
    identifier,
    link: presentBuildLink(build, stale, people.redactor),
  }));
  return {
    changes: rows.map((change) => presentListedChange(change, links, people)),
    pagination: searchedTo === null ? pagination : page.paginate(true, searchedTo),
  };
});

interface KnownAuthor extends ChangeAuthor {
  readonly memberId: number | null;
}

/** What the tools call the people with a displayed name; undefined if no name is given. */
async function authorsNamed(
  name: string | undefined,
  list: () => Promise<readonly KnownAuthor[]>,
  people: People,
): Promise<readonly ChangeAuthor[] | undefined> {
  if (name === undefined) return undefined;
  const authors = await list();
  return authors.filter(({ author, memberId }) => presentActor(people, memberId, author) === name);
}

function presentListedChange(
  change: ChangeRecord,
  builds: readonly { readonly identifier: string; readonly link: BuildLink }[],
  people: People,
): ListedChange {
  return {
    ...presentChange(change, people.redactor),
    author: presentAuthor(people, change.authorUserId, change.author),
    builds: builds.flatMap(({ identifier, link }) => (identifier === change.identifier ? [link] : [])),
  };
}
