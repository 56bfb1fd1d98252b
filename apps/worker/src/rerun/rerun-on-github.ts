import type { RerunPlace } from '@slipway/domain';
import { openAccess } from '../github/credential.js';
import { repositoryPath } from '../github/github-api.js';
import { GithubError } from '../github/github-error.js';
import type { OpenedBuild, RerunDeps } from './rerun-deps.js';

/**
 * Runs a workflow run again; of a failed one, only the failed jobs. Throws a GithubError.
 * https://docs.github.com/en/rest/actions/workflow-runs#re-run-failed-jobs-from-a-workflow-run
 */
export async function rerunOnGithub(
  { repository, runId }: Extract<RerunPlace, { tool: 'github' }>,
  { integrationId, credential, githubAppId: appId, githubApiUrl, status }: OpenedBuild,
  { appSecrets, poster, tokens, clock }: Pick<RerunDeps, 'appSecrets' | 'poster' | 'tokens' | 'clock'>,
): Promise<void> {
  const connection = { integrationId, credential, appId };
  const access = openAccess(connection, appSecrets, {
    apiUrl: githubApiUrl ?? '',
    poster,
    tokens,
    now: () => clock.now(),
    beforeRequest: async () => undefined,
  });
  const request = status === 'failed' ? 'rerun-failed-jobs' : 'rerun';
  try {
    const api = await access.in(repository);
    const place = `run ${runId} of ${repository}`;
    await api.object({ path: repositoryPath(repository, 'actions', 'runs', runId, request), place });
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const explained = access.explain(error, repository);
    if (error.status !== 403 || error.outcome.kind !== 'refused') throw explained;
    // GitHub refuses both in the same way, and its own words may contain anything.
    const outcome = {
      kind: 'refused',
      error:
        'GitHub refuses to run it again (403). The credential needs the permission “Actions: read and write”, and the run must be less than 30 days old.',
    } as const;
    throw new GithubError(outcome, { status: 403, cause: error });
  }
}
