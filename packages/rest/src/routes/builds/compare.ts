import { type BuildComparison, compareBuildRuns } from '@slipway/contracts';
import { findJobBuild, findLastPassing, type SuspectRecord } from '@slipway/db';
import { parseLargeRowId, type Redactor, type SuspectChange, sanitizeText } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { compareBuilds } from './compare-builds.js';

export const endpoint = defineEndpoint(compareBuildRuns, async ({ project, params, query, services }) => {
  const { database } = services;
  const read = async (id: string) => found(await findJobBuild(database, project.id, found(parseLargeRowId(id))));
  const build = await read(params.build_run_id);
  const other = query.with === undefined ? await findLastPassing(database, build) : await read(query.with);
  if (other === null) throw new ApiError('no_passing_build');
  const { earlier, later, ...compared } = await compareBuilds(services, project, [build, other]);
  const redactor = services.redactors.of(project);
  return {
    ...{ earlier: withoutDetails(earlier), later: withoutDetails(later) },
    changes: compared.changes.map((change) => presentChange(change, compared.suspects, redactor)),
    changes_truncated: compared.isCut,
    ...compared.output,
  };
});

type ShownBuild = Awaited<ReturnType<typeof compareBuilds>>['earlier'];

function withoutDetails(build: ShownBuild): BuildComparison['earlier'] {
  const { artifacts: _artifacts, steps: _steps, investigation: _investigation, ...shown } = build;
  return shown;
}

function presentChange(
  change: SuspectChange,
  suspects: readonly SuspectRecord[],
  redactor: Redactor,
): BuildComparison['changes'][number] {
  const suspect = suspects.find(({ changeId }) => changeId === change.id);
  return {
    change_id: change.id,
    identifier: sanitizeText(change.identifier),
    display_identifier: sanitizeText(change.displayIdentifier),
    description: sanitizeText(change.description),
    author_user_id: change.userId,
    suspect_reason: suspect === undefined ? null : sanitizeText(redactor.text(suspect.reason)),
  };
}
