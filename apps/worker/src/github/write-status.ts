import { createHash } from 'node:crypto';
import { listCommitBuilds, type PendingUpdate } from '@slipway/db';
import { commitStatus } from '@slipway/destinations';
import { repositoryPath } from './github-api.js';
import type { Writing } from './writing.js';

/**
 * Sets the status of a job for a commit as it is now; returns a digest of it, or null if there is no build.
 * https://docs.github.com/en/rest/commits/statuses#create-a-commit-status
 */
export async function writeStatus(
  { repository, sha, jobName, sentDigest }: PendingUpdate,
  { database, api, options }: Writing,
): Promise<string | null> {
  const builds = await listCommitBuilds(database, { projectId: options.projectId, sha });
  const ofJob = builds.filter((build) => build.jobName === jobName);
  const status = commitStatus(ofJob, options);
  if (status === null) return null;
  const digest = createHash('sha256').update(JSON.stringify(status)).digest('hex');
  // GitHub keeps each status of a commit, and at most 1,000 of a context.
  if (digest !== sentDigest)
    await api.object({
      path: repositoryPath(repository, 'statuses', sha),
      body: { ...status },
      place: repository,
    });
  return digest;
}
