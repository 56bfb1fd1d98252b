import { getConsoleChange } from '@slipway/contracts';
import { parseLargeRowId, redactName, sanitizePath, sanitizeText, sanitizeUrl } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentChangeDetail, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentBuildLink } from '../../presenters.js';

export const endpoint = defineConsoleEndpoint(getConsoleChange, async ({ project, params, services }) => {
  const { reads, clock } = services;
  const id = found(parseLargeRowId(params.change_id));
  const change = found(await reads.findChange(project.id, id));
  const [around, members, stale] = await Promise.all([
    reads.findChangeSurroundings(change),
    reads.listMemberNames(project.accountId),
    reads.findStaleBuilds(project.accountId, change.buildRuns, clock.now()),
  ]);
  const redactor = services.redactors.of(project);
  return {
    ...presentChangeDetail(change, redactor),
    file_actions: { add: 0, edit: 0, delete: 0, move: 0, ...around.fileActions },
    person: members.find((member) => member.id === change.authorUserId)?.name ?? null,
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
    asked: around.approvals.map(({ assetId, assetName, decidedAt, ...rest }) => ({
      ...rest,
      asset_id: assetId,
      asset_name: sanitizePath(assetName),
      decided_at: presentTime(decidedAt),
    })),
    tasks: around.tasks,
  };
});
