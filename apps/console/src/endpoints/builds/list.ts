import { listConsoleBuilds } from '@slipway/contracts';
import { jobNamed, keysetPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentConsoleBuild } from './present-build.js';

export const endpoint = defineConsoleEndpoint(listConsoleBuilds, async ({ project, query, services }) => {
  const { reads, cursors, clock } = services;
  const page = keysetPage(cursors, { list: listConsoleBuilds, scope: project.id, query });
  const { q: text, status, build_type: buildType, branch } = query;
  const { finished_from: finishedFrom, finished_to: finishedTo } = query;
  const jobName = await jobNamed(services, project, query.job);
  const search = {
    text: text?.trim().replace(/^#/, ''),
    status,
    buildType,
    jobName,
    branch,
    from: undefined,
    to: undefined,
    finishedFrom,
    finishedTo,
  };
  const { builds, searchedTo } = await reads.searchBuilds(project.id, search, page);
  const { rows, pagination } = page.end(builds, ({ createdAt, id }) => ({ at: createdAt, id }));
  const [medians, causes, stale] = await Promise.all([
    reads.measureJobMedians(
      project.id,
      rows.map(({ jobKey }) => jobKey),
    ),
    reads.findKnownCauses(
      project.accountId,
      rows.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])),
    ),
    reads.findStaleBuilds(project.accountId, rows, clock.now()),
  ]);
  const redactor = services.redactors.of(project);
  return {
    builds: rows.map((build) => presentConsoleBuild(build, { medians, causes, stale, redactor })),
    pagination: searchedTo === null ? pagination : page.paginate(true, searchedTo),
  };
});
