import { listBuildRuns } from '@slipway/contracts';
import { limitedPage } from '../../page.js';
import { respondIfChanged } from '../../respond-if-changed.js';
import { defineEndpoint } from '../../services.js';
import { presentBuildRun } from './present-build-run.js';

export const endpoint = defineEndpoint(listBuildRuns, async (input) => {
  const { project, query, services } = input;
  const page = limitedPage(query.limit);
  const filter = { status: query.status, buildType: query.build_type, targetType: query.target_type };
  return respondIfChanged(input, {
    list: listBuildRuns,
    version: () => services.reads.findBuildPageVersion(project.id, filter, page),
    rows: async () => (await services.reads.listBuilds(project.id, filter, page)).builds,
    versionOf: ({ rowVersion }) => rowVersion,
    present(runs) {
      const { rows, pagination } = page.end(runs);
      const redactor = services.redactors.of(project);
      return { build_runs: rows.map((run) => presentBuildRun(run, redactor)), pagination };
    },
  });
});
