import { decideReviewGroup } from '@slipway/contracts';
import { decideGroup } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(decideReviewGroup, async ({ project, body, caller, services }) => {
  const { commit_sha: commitSha, status, comments } = body;
  const decision = { projectId: project.id, commitSha, approverUserId: caller.userId, status, comments };
  const decided = await decideGroup(services.database, { ...decision, origin: caller });
  if (typeof decided === 'string') throw new ApiError(decided);
  return decided;
});
