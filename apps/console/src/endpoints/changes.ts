import {
  type BuildLink,
  getConsoleChange,
  type ListedChange,
  listChangeAuthors,
  listChangeFiles,
  listConsoleChanges,
} from '@slipway/contracts';
import type { ChangeAuthor, ChangeRecord } from '@slipway/db';
import { parseLargeRowId, redactName, sanitizePath, sanitizeText, sanitizeUrl } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, presentChange, presentChangeDetail, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import {
  accountNames,
  memberNames,
  type People,
  presentActor,
  presentAuthor,
  presentBuildLink,
} from '../presenters.js';

export const list = defineConsoleEndpoint(listConsoleChanges, async (input) => {
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

export const get = defineConsoleEndpoint(getConsoleChange, async ({ project, params, services }) => {
  const { reads, clock } = services;
  const id = found(parseLargeRowId(params.change_id));
  const change = found(await reads.findChange(project.id, id));
  const [around, nameOf, stale] = await Promise.all([
    reads.findChangeSurroundings(change),
    memberNames(services, project.accountId),
    reads.findStaleBuilds(project.accountId, change.buildRuns, clock.now()),
  ]);
  const redactor = services.redactors.of(project);
  return {
    ...presentChangeDetail(change, redactor),
    file_actions: { add: 0, edit: 0, delete: 0, move: 0, ...around.fileActions },
    person: nameOf(change.authorUserId),
    branch: redactName(change.branch, redactor),
    repository: sanitizePath(change.repository),
    url: sanitizeUrl(change.url),
    builds: change.buildRuns.map((build) => ({
      ...presentBuildLink(build, stale, redactor),
      created_at: presentTime(build.createdAt),
      duration_seconds: build.durationSeconds,
    })),
    deployments: around.deployments.map(({ version, createdAt, ...rest }) => ({
      ...rest,
      version: sanitizeText(version),
      created_at: presentTime(createdAt),
    })),
    requested_approvals: around.approvals.map(({ assetId, assetName, decidedAt, ...rest }) => ({
      ...rest,
      asset_id: assetId,
      asset_name: sanitizePath(assetName),
      decided_at: presentTime(decidedAt),
    })),
    tasks: around.tasks,
  };
});

export const authors = defineConsoleEndpoint(listChangeAuthors, async ({ project, services }) => {
  const people = {
    nameOf: await accountNames(services, project.accountId),
    redactor: services.redactors.of(project),
  };
  const authors = await services.reads.listChangeAuthors(project.id);
  const names = authors.map(({ author, memberId }) => presentActor(people, memberId, author));
  return { authors: [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => a.localeCompare(b)) };
});

export const files = defineConsoleEndpoint(listChangeFiles, async ({ project, params, query, services }) => {
  const changeId = found(parseLargeRowId(params.change_id));
  const page = keysetPage(services.cursors, { list: listChangeFiles, scope: changeId, query });
  const after = page.after && Buffer.from(page.after.id, 'hex').toString();
  const search = { projectId: project.id, changeId, text: query.q, after, count: page.count };
  const files = await services.reads.searchChangeFiles(search);
  // Paths are unique within a change, so the list needs no time to order them. Cursors hold no other text than ids.
  const idOf = (path: string) => Buffer.from(path).toString('hex');
  const { rows, pagination } = page.end(files, ({ path }) => ({ at: new Date(0), id: idOf(path) }));
  return { files: rows.map(({ path, action }) => ({ path: sanitizePath(path), action })), pagination };
});
