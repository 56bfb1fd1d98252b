import { listBuildRuns, pageSize } from '@slipway/contracts';
import { presentBuildRun } from '../../present/build-run.js';
import { cutPage } from '../../present/page.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listBuildRuns, async ({ project, query, services }) => {
  const limit = pageSize(query.limit);
  const filter = { status: query.status, buildType: query.build_type, targetType: query.target_type };
  const { rows, hasMore } = cutPage(await services.reads.listBuildRuns(project.id, filter, limit + 1), limit);
  return { build_runs: rows.map(presentBuildRun), pagination: { limit, has_more: hasMore } };
});
