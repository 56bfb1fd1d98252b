import type { RerunPlace } from '@slipway/domain';
import { openAccess } from '../github/credential.js';
import { type GithubApi, repositoryPath } from '../github/github-api.js';
import { GithubError } from '../github/github-error.js';
import type { OpenedBuild, RerunDeps } from './rerun-deps.js';

export type GithubPlace = Extract<RerunPlace, { tool: 'github' }>;
export type GithubDeps = Pick<RerunDeps, 'appSecrets' | 'poster' | 'tokens' | 'clock'>;

/**
 * Runs a workflow run again; of a failed one, only the failed jobs. Throws a GithubError.
 * https://docs.github.com/en/rest/actions/workflow-runs#re-run-failed-jobs-from-a-workflow-run
 */
export function rerunOnGithub(place: GithubPlace, build: OpenedBuild, deps: GithubDeps): Promise<void> {
  const { repository, runId } = place;
  const request = build.status === 'failed' ? 'rerun-failed-jobs' : 'rerun';
  return onGithub(place, build, deps, async (api) => {
    const run = `run ${runId} of ${repository}`;
    await api.object({ path: repositoryPath(repository, 'actions', 'runs', runId, request), place: run });
  });
}

/** Sends requests about the repository of a build. Throws a GithubError that says what the credential lacks. */
export async function onGithub<T>(
  { repository }: GithubPlace,
  { integrationId, credential, githubAppId: appId, githubApiUrl }: OpenedBuild,
  { appSecrets, poster, tokens, clock }: GithubDeps,
  use: (api: GithubApi) => Promise<T>,
): Promise<T> {
  const access = openAccess({ integrationId, credential, appId }, appSecrets, {
    apiUrl: githubApiUrl ?? '',
    poster,
    tokens,
    now: () => clock.now(),
    beforeRequest: async () => undefined,
  });
  try {
    return await use(await access.in(repository));
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
