import { listConsoleBuilds } from '@slipway/contracts';
import { keysetPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentConsoleBuild } from './present-build.js';

export const endpoint = defineConsoleEndpoint(listConsoleBuilds, async ({ project, query, services }) => {
  const { reads, cursors } = services;
  const page = keysetPage(cursors, { list: listConsoleBuilds, scope: project.id, query });
  const { q: text, status, build_type: buildType, job: jobName, branch, from, to } = query;
  const search = { text: text?.trim().replace(/^#/, ''), status, buildType, jobName, branch, from, to };
  const { builds, searchedTo } = await reads.searchBuilds(project.id, search, page);
  const { rows, pagination } = page.end(builds, ({ createdAt, id }) => ({ at: createdAt, id }));
  const medians = await reads.measureJobMedians(
    project.id,
    rows.map(({ jobKey }) => jobKey),
  );
  const redactor = services.redactors.of(project);
  return {
    builds: rows.map((build) => presentConsoleBuild(build, medians, redactor)),
    pagination: searchedTo === null ? pagination : page.paginate(true, searchedTo),
  };
});
