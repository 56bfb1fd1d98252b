import { listBuildRuns } from '@slipway/contracts';
import { limitedPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentBuildRun } from './present-build-run.js';

export const endpoint = defineEndpoint(listBuildRuns, async ({ project, query, services }) => {
  const page = limitedPage(query.limit);
  const filter = { status: query.status, buildType: query.build_type, targetType: query.target_type };
  const { rows, pagination } = page.end(await services.reads.listBuildRuns(project.id, filter, page));
  const redactor = services.redactors.of(project);
  return { build_runs: rows.map((run) => presentBuildRun(run, redactor)), pagination };
});
