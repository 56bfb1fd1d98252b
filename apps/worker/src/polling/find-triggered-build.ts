import {
  getJson,
  type Json,
  objectsIn,
  STARTABLE_JOB_TREE,
  type StartableJob,
  toStartableJob,
} from './jenkins-api.js';
import { JenkinsError } from './jenkins-error.js';
import type { JenkinsHttp } from './jenkins-http.js';

/** How many of a job's newest builds, and how many items of the server's queue, are searched. */
const MAX_BUILDS = 50;
const MAX_QUEUE_ITEMS = 500;

const ACTIONS = 'actions[parameters[name,value],causes[userId],lastBuiltRevision[SHA1]]';
const JOB_TREE = `${STARTABLE_JOB_TREE},builds[number,queueId,${ACTIONS}]{0,${MAX_BUILDS}}`;
const QUEUE_TREE = `items[id,task[url],${ACTIONS}]{0,${MAX_QUEUE_ITEMS}}`;

/** What identifies a build that Slipway has requested. */
export interface RequestedBuild {
  readonly job: readonly string[];
  /** Builds with lower numbers existed before the request; 0 if the number is unknown. */
  readonly firstNumber: number;
  readonly queueItem: number | null;
  readonly commit: string;
  /** The user who requested it; null if the server has no users. */
  readonly username: string | null;
  /** The parameters of the request, and whether they are enough to identify the build. */
  parametersFor(job: StartableJob): {
    readonly values: Readonly<Record<string, string>>;
    readonly identify: boolean;
  };
}

/** Where a requested build is: started as a build of its job, or still in the queue. */
export type FoundBuild = { readonly number: number } | { readonly queueItem: number };

/** Searches the job's builds and the queue for a requested build; null if neither contains it. */
export async function findTriggeredBuild(
  http: JenkinsHttp,
  requested: RequestedBuild,
): Promise<FoundBuild | null> {
  // Read the queue first: an item that leaves it in the meantime appears among the builds.
  const queue = requested.queueItem === null ? await readQueue(http) : [];
  const job = await getJson(http, requested.job, JOB_TREE);
  const matches = matcher(requested, toStartableJob(job));
  const numbers = objectsIn(job.builds)
    .filter((build) => Number(build.number) >= Math.max(1, requested.firstNumber))
    .filter((build) => isBuildOf(requested, build, matches))
    .map(({ number }) => Number(number))
    .filter(Number.isSafeInteger);
  if (numbers.length > 0) return { number: Math.min(...numbers) };
  const item = queue.find((entry) => isOfJob(entry, requested.job) && matches(entry));
  return item === undefined ? null : { queueItem: Number(item.id) };
}

/** Some users may not read the queue, and some proxies block it. In that case only the builds are searched. */
async function readQueue(http: JenkinsHttp): Promise<Json[]> {
  try {
    const { items } = await getJson(http, ['queue'], QUEUE_TREE);
    return objectsIn(items).filter(({ id }) => Number.isSafeInteger(id));
  } catch (error) {
    if (error instanceof JenkinsError && ['not_found', 'forbidden', 'unexpected'].includes(error.kind)) return [];
    throw error;
  }
}

/** Jenkins has reported each build's queue item since 2014. If both are known, only they count. */
function isBuildOf({ queueItem }: RequestedBuild, build: Json, matches: (entry: Json) => boolean): boolean {
  return queueItem !== null && typeof build.queueId === 'number' ? build.queueId === queueItem : matches(build);
}

/**
 * Recognizes a build or queue item by its parameters, otherwise by its commit, otherwise by the user who requested it.
 */
function matcher(requested: RequestedBuild, job: StartableJob): (entry: Json) => boolean {
  const { values, identify } = requested.parametersFor(job);
  const { commit, username, firstNumber } = requested;
  return ({ actions }) => {
    const all = objectsIn(actions);
    const given = new Map(
      all
        .flatMap(({ parameters }) => objectsIn(parameters))
        .map(({ name, value }) => [String(name), String(value)]),
    );
    if (!Object.entries(values).every(([name, value]) => given.get(name) === value)) return false;
    if (identify) return true;
    const commits = all.map(({ lastBuiltRevision }) => (lastBuiltRevision as { SHA1?: unknown } | null)?.SHA1);
    if (commit !== '' && commits.includes(commit.toLowerCase())) return true;
    const users = all.flatMap(({ causes }) => objectsIn(causes)).map(({ userId }) => userId);
    return username !== null && firstNumber > 0 && users.includes(username);
  };
}

/** Compares only the job's path: the root URL configured in Jenkins may differ from ours. */
function isOfJob({ task }: Json, job: readonly string[]): boolean {
  const url = (task as { url?: unknown } | null | undefined)?.url;
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const segments = new URL(url).pathname.split('/').filter((part) => part !== '');
  const own = segments.slice(-job.length).map(decoded);
  return own.join('/') === job.join('/') && segments.at(-job.length - 2) !== 'job';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
