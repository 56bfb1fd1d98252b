import { compareConsoleBuilds } from '@slipway/contracts';
import { findJobBuild } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { compareBuilds } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentChangeSince } from './present-build.js';

export const endpoint = defineConsoleEndpoint(compareConsoleBuilds, async ({ project, params, services }) => {
  const { database, reads } = services;
  const read = async (id: string) => found(await findJobBuild(database, project.id, found(parseLargeRowId(id))));
  const builds = await Promise.all([read(params.build_run_id), read(params.other_build_run_id)]);
  const [{ earlier, changes, isCut, suspects, output }, members] = await Promise.all([
    compareBuilds(services, project, builds),
    reads.listMemberNames(project.accountId),
  ]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const nameOf = (userId: number | null) => (userId === null ? null : (names.get(userId) ?? null));
  const people = { nameOf, redactor: services.redactors.of(project), suspects };
  return {
    earlier_id: earlier.id,
    changes: changes.map((change) => presentChangeSince(change, people)),
    changes_cut: isCut,
    ...output,
  };
});
