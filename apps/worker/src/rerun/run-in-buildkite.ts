import type { RerunDeps, RunAtRevision, StartedRun } from './rerun-deps.js';
import { askBuildkite, BuildkiteError, type BuildkitePlace } from './rerun-in-buildkite.js';

const MAX_BUILD_BYTES = 4 * 1024 * 1024;

/**
 * Creates a build of the pipeline at another commit, with the environment and the meta-data of the build.
 * https://buildkite.com/docs/apis/rest-api/builds#create-a-build
 */
export async function runInBuildkite(
  place: BuildkitePlace,
  { build, identifier: commit }: RunAtRevision,
  deps: Pick<RerunDeps, 'poster' | 'buildkiteUrl'>,
): Promise<StartedRun> {
  const builds = `/v2/organizations/${place.organization}/pipelines/${place.pipeline}/builds`;
  const original = await readOriginal(`${builds}/${place.number}`, build, deps);
  const body = {
    commit,
    branch: build.branch,
    message: 'Search for a culprit, requested by Slipway',
    ...original,
  };
  const answer = await askBuildkite({ method: 'POST', path: builds, body: JSON.stringify(body) }, build, deps);
  const { number } = parse(answer);
  return { buildNumber: Number.isSafeInteger(number) ? String(number) : null, queueItem: null };
}

/** A token may lack the scope read_builds; the pipeline then decides about the environment. */
async function readOriginal(
  path: string,
  build: RunAtRevision['build'],
  deps: Pick<RerunDeps, 'poster' | 'buildkiteUrl'>,
) {
  try {
    const text = await askBuildkite({ method: 'GET', path, maxAnswerBytes: MAX_BUILD_BYTES }, build, deps);
    const { env, meta_data: metaData } = parse(text);
    return { ...(isObject(env) && { env }), ...(isObject(metaData) && { meta_data: metaData }) };
  } catch (error) {
    if (error instanceof BuildkiteError && (error.status === 403 || error.status === 404)) return {};
    throw error;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
