import { listChangesBetween } from '@slipway/contracts';
import { findChangesSince, findJobBuild, listSuspects } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { MAX_CHANGES_SHOWN } from './find-history.js';
import { presentChangeSince } from './present-build.js';

export const endpoint = defineConsoleEndpoint(listChangesBetween, async ({ project, params, services }) => {
  const { database, reads } = services;
  const ids = [params.build_run_id, params.other_build_run_id].map((id) => found(parseLargeRowId(id)));
  const builds = await Promise.all(ids.map((id) => findJobBuild(database, project.id, id).then(found)));
  const [earlier, later] = builds.toSorted((a, b) => a.startedAt - b.startedAt || a.id - b.id);
  const [{ changes, isCut }, members, suspects] = await Promise.all([
    findChangesSince(database, found(earlier ?? null), found(later ?? null)),
    reads.listMemberNames(project.accountId),
    listSuspects(database, project.id, ids),
  ]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const nameOf = (userId: number | null) => (userId === null ? null : (names.get(userId) ?? null));
  const people = { nameOf, redactor: services.redactors.of(project) };
  const newest = changes.toReversed().slice(0, MAX_CHANGES_SHOWN);
  return {
    changes: newest.map((change) => presentChangeSince(change, { ...people, suspects })),
    changes_cut: isCut || changes.length > MAX_CHANGES_SHOWN,
  };
});
