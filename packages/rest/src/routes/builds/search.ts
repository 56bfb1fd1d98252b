import { listBuilds } from '@slipway/contracts';
import { jobNamed } from '../../job-named.js';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentBuildRun } from './present-build-run.js';

export const endpoint = defineEndpoint(listBuilds, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listBuilds, scope: project.id, query });
  const { branch, changelist, commit, number, status, since: from, until: to } = query;
  const jobName = query.main_job
    ? ((await services.reads.findMainJob(project.id)) ?? '')
    : await jobNamed(services, project, query.job);
  const changedBy = query.changed_by;
  const types = { buildType: query.build_type, targetType: query.target_type };
  const search = { jobName, branch, changelist, commit, number, changedBy, status, from, to, ...types };
  const { builds, searchedTo } = await services.reads.listBuilds(project.id, search, page);
  const { rows, pagination } = page.end(builds, ({ createdAt, id }) => ({ at: createdAt, id }));
  const redactor = services.redactors.of(project);
  return {
    builds: rows.map((run) => presentBuildRun(run, redactor)),
    pagination: searchedTo === null ? pagination : page.paginate(true, searchedTo),
  };
});
