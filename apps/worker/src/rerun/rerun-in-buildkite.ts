import { isSuccess, type OutgoingRequest } from '@slipway/destinations';
import type { RerunPlace } from '@slipway/domain';
import type { OpenedBuild, RerunDeps } from './rerun-deps.js';

const BUILDKITE_API_URL = 'https://api.buildkite.com';

/** Buildkite did not do what it was asked to. */
export class BuildkiteError extends Error {
  override name = 'BuildkiteError';
  readonly status: number;

  constructor(status: number) {
    super(messageOf(status));
    this.status = status;
  }
}

export type BuildkitePlace = Extract<RerunPlace, { tool: 'buildkite' }>;
export type BuildkiteDeps = Pick<RerunDeps, 'poster' | 'buildkiteUrl'>;

/**
 * Rebuilds a build. Throws a BuildkiteError or a NoAnswerError.
 * https://buildkite.com/docs/apis/rest-api/builds#rebuild-a-build
 */
export async function rerunInBuildkite(
  { organization, pipeline, number }: BuildkitePlace,
  build: OpenedBuild,
  deps: BuildkiteDeps,
): Promise<void> {
  const path = `/v2/organizations/${organization}/pipelines/${pipeline}/builds/${number}/rebuild`;
  await askBuildkite({ method: 'PUT', path }, build, deps);
}

/** Sends a request to Buildkite's REST API, and returns the text of its answer. */
export async function askBuildkite(
  { path, ...request }: Pick<OutgoingRequest, 'method' | 'body' | 'maxAnswerBytes'> & { readonly path: string },
  { secret }: OpenedBuild,
  { poster, buildkiteUrl = BUILDKITE_API_URL }: BuildkiteDeps,
): Promise<string> {
  const headers = { authorization: `Bearer ${secret}`, accept: 'application/json' };
  const answer = await poster.post({ ...request, url: `${buildkiteUrl}${path}`, headers });
  if (!isSuccess(answer)) throw new BuildkiteError(answer.status);
  return answer.text;
}

function messageOf(status: number): string {
  switch (status) {
    case 401:
      return 'Buildkite does not accept the API token (401). It was revoked or has expired.';
    case 403:
      return 'Buildkite refuses access (403). The API token needs the scope write_builds and access to the organization.';
    case 404:
      return 'Buildkite does not find the build (404). It was deleted, or the API token has no access.';
    case 422:
      return 'Buildkite cannot rebuild this build (422).';
    case 429:
      return 'Buildkite limits the number of requests (429). Try again later.';
    default:
      return `Buildkite responded with status ${status}.`;
  }
}
