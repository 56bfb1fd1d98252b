import type { RerunPlace } from '@slipway/domain';
import { getJson, objectsIn, STARTABLE_JOB_TREE, startBuild, toStartableJob } from '../polling/jenkins-api.js';
import { JenkinsError } from '../polling/jenkins-error.js';
import { connectJenkins, type JenkinsHttp } from '../polling/jenkins-http.js';
import { buildSegments, parseServerUrl } from '../polling/jenkins-url.js';
import { type OpenedBuild, REQUEST_TIMEOUT_MS, type RerunDeps } from './rerun-deps.js';

/** Starts the job of a build with the parameters that the build had. Throws a JenkinsError. */
export function rerunInJenkins(
  place: JenkinsPlace,
  build: OpenedBuild,
  deps: Pick<RerunDeps, 'jenkinsRules'>,
): Promise<void> {
  return withJenkins(place, build, deps, async ({ http, segments }) => {
    const job = segments.slice(0, -1);
    const { parameterNames } = toStartableJob(await getJson(http, job, STARTABLE_JOB_TREE));
    const parameters = parameterNames.length === 0 ? null : await readParameters(http, segments);
    await startAccepted(http, job, parameters);
  });
}

export type JenkinsPlace = Extract<RerunPlace, { tool: 'jenkins' }>;

interface ReachedBuild {
  readonly http: JenkinsHttp;
  /** The path of the build. */
  readonly segments: readonly string[];
}

/** Connects to the server of a build, only for as long as `use` takes. Throws a JenkinsError. */
export async function withJenkins<T>(
  { jobName, buildNumber }: JenkinsPlace,
  { config, secret }: OpenedBuild,
  { jenkinsRules: rules }: Pick<RerunDeps, 'jenkinsRules'>,
  use: (reached: ReachedBuild) => Promise<T>,
): Promise<T> {
  const server = parseServerUrl(config['server_url']);
  if (typeof server === 'string') throw new JenkinsError('unexpected', server);
  const segments = buildSegments(jobName, buildNumber);
  if (segments === null) throw new JenkinsError('not_found', 'Jenkins cannot have a job with this name');
  const http = connectJenkins({
    server,
    rules,
    credentials: { username: String(config['username']), apiToken: secret },
    signal: AbortSignal.timeout(3 * REQUEST_TIMEOUT_MS),
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
  });
  try {
    return await use({ http, segments });
  } finally {
    await http.close();
  }
}

/** Starts a job, and returns the item of the queue that represents the build. */
export async function startAccepted(
  http: JenkinsHttp,
  job: readonly string[],
  parameters: Readonly<Record<string, string>> | null,
): Promise<number | null> {
  const { isAccepted, queueItem } = await startBuild(http, job, parameters);
  if (!isAccepted)
    throw new JenkinsError('unexpected', 'Jenkins did not confirm the build', { mayHaveActed: true });
  return queueItem;
}

/** The values of a build's parameters. Jenkins shows no passwords and files; those get their defaults. */
export async function readParameters(
  http: JenkinsHttp,
  build: readonly string[],
): Promise<Record<string, string>> {
  const { actions } = await getJson(http, build, 'actions[parameters[name,value]]');
  const parameters = objectsIn(actions).flatMap((action) => objectsIn(action.parameters));
  return Object.fromEntries(
    parameters.flatMap(({ name, value }) =>
      typeof name === 'string' && ['string', 'number', 'boolean'].includes(typeof value)
        ? [[name, String(value)]]
        : [],
    ),
  );
}
