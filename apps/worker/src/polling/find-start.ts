import { getJson, objectsOf, START_TREE, type StartableJob, toStartableJob } from './jenkins-api.js';
import type { JenkinsHttp } from './jenkins-http.js';
import { JenkinsProblem } from './jenkins-problem.js';

/** How many of a job's newest builds, and of what waits in the server's queue, are looked at. */
const NEWEST = 50;
const WAITING = 500;

const ACTIONS = 'actions[parameters[name,value],causes[userId],lastBuiltRevision[SHA1]]';
const JOB_TREE = `${START_TREE},builds[number,queueId,${ACTIONS}]{0,${NEWEST}}`;
const QUEUE_TREE = `items[id,task[url],${ACTIONS}]{0,${WAITING}}`;

/** What a build that was asked for is known by. */
export interface Wanted {
  readonly job: readonly string[];
  /** Builds with lower numbers were there before; 0 where that is not known. */
  readonly askedFrom: number;
  readonly queueItem: number | null;
  readonly commit: string;
  /** Who asked; null where the server knows no users. */
  readonly username: string | null;
  /** What the job was given, and whether that says what is to be built. */
  parametersFor(job: StartableJob): { readonly values: Readonly<Record<string, string>>; readonly tell: boolean };
}

/** Where a build that was asked for is by now: a build of its job, or still in the queue. */
export type FoundStart = { readonly number: number } | { readonly queueItem: number };

/** Looks for a build that was asked for among the job's builds and in the queue; null when it is in neither. */
export async function findStart(http: JenkinsHttp, wanted: Wanted): Promise<FoundStart | null> {
  // The queue first: what leaves it meanwhile is found among the builds.
  const waiting = wanted.queueItem === null ? await readQueue(http) : [];
  const read = await getJson(http, wanted.job, JOB_TREE);
  const isWanted = recognizer(wanted, toStartableJob(read));
  const numbers = objectsOf(read.builds)
    .filter((build) => Number(build.number) >= Math.max(1, wanted.askedFrom) && isBuildOf(wanted, build, isWanted))
    .map(({ number }) => Number(number))
    .filter(Number.isSafeInteger);
  if (numbers.length > 0) return { number: Math.min(...numbers) };
  const item = waiting.find((entry) => isOfJob(entry, wanted.job) && isWanted(entry));
  return item === undefined ? null : { queueItem: Number(item.id) };
}

type Entry = ReturnType<typeof objectsOf>[number];

/** Not every user may see the queue, and not every proxy lets it through. */
async function readQueue(http: JenkinsHttp): Promise<Entry[]> {
  try {
    const { items } = await getJson(http, ['queue'], QUEUE_TREE);
    return objectsOf(items).filter(({ id }) => Number.isSafeInteger(id));
  } catch (error) {
    if (error instanceof JenkinsProblem && ['missing', 'forbidden', 'strange'].includes(error.kind)) return [];
    throw error;
  }
}

/** Jenkins has told the item of each build since 2014; where both are known nothing else counts. */
function isBuildOf({ queueItem }: Wanted, build: Entry, isWanted: (entry: Entry) => boolean): boolean {
  return queueItem !== null && typeof build.queueId === 'number' ? build.queueId === queueItem : isWanted(build);
}

/** Whether a build or item is what was asked for: by what it was given, by what it builds, or else by who asked. */
function recognizer(wanted: Wanted, job: StartableJob): (entry: Entry) => boolean {
  const { values, tell } = wanted.parametersFor(job);
  const { commit, username, askedFrom } = wanted;
  return ({ actions }) => {
    const all = objectsOf(actions);
    const given = new Map(
      all
        .flatMap(({ parameters }) => objectsOf(parameters))
        .map(({ name, value }) => [String(name), String(value)]),
    );
    if (!Object.entries(values).every(([name, value]) => given.get(name) === value)) return false;
    if (tell) return true;
    const built = all.map(({ lastBuiltRevision }) => (lastBuiltRevision as { SHA1?: unknown } | null)?.SHA1);
    if (commit !== '' && built.includes(commit.toLowerCase())) return true;
    const askers = all.flatMap(({ causes }) => objectsOf(causes)).map(({ userId }) => userId);
    return username !== null && askedFrom > 0 && askers.includes(username);
  };
}

/** The root that a Jenkins believes to be under need not be the one it is reached by, so only the job itself counts. */
function isOfJob({ task }: Entry, job: readonly string[]): boolean {
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
