import { cleanJson, readProviderTime } from '@slipway/domain';
import { JenkinsError } from './jenkins-error.js';
import type { JenkinsHttp } from './jenkins-http.js';
import { urlOf } from './jenkins-url.js';

const MAX_JSON_BYTES = 4 * 1024 * 1024;

export type Json = Readonly<Record<string, unknown>>;

const CHANGES =
  'kind,items[commitId,msg,comment,timestamp,author[id,fullName],authorEmail,affectedPaths,paths[file,editType]]{0,200}';
/** The fields of a build that Slipway reads. The ranges limit the response for a build with thousands of artifacts. */
const BUILD_TREE = [
  'building,result,timestamp,duration,url',
  'artifacts[relativePath]{0,1000}',
  'actions[lastBuiltRevision[SHA1,branch[name]],causes[userId,userName]]',
  `changeSet[${CHANGES}]`,
  `changeSets[${CHANGES}]`,
].join(',');

/** Reads the fields that `tree` selects from the `api/json` of a path. */
export async function getJson(http: JenkinsHttp, path: readonly string[], tree: string): Promise<Json> {
  const url = urlOf(http.server, [...path, 'api', 'json'], { tree });
  const { body } = await http.send({ method: 'GET', url, maxBytes: MAX_JSON_BYTES });
  return parseObject(body?.toString('utf8') ?? '');
}

function parseObject(text: string): Json {
  try {
    const value = cleanJson(JSON.parse(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // For example a sign-in page, a truncated response, or too deeply nested JSON.
  }
  throw new JenkinsError('unexpected', 'Jenkins did not respond with JSON from its API');
}

/** Sends the smallest request that shows whether the server responds and accepts our credentials. */
export async function checkAccess(http: JenkinsHttp): Promise<void> {
  await getJson(http, [], 'mode');
}

/** Reads everything about a build except its console. */
export async function readBuild(http: JenkinsHttp, build: readonly string[]): Promise<Json> {
  const info = await getJson(http, build, BUILD_TREE);
  if (typeof info.building !== 'boolean' || readProviderTime(info.timestamp) === null)
    throw new JenkinsError('unexpected', 'Jenkins does not report the state of the build');
  return info;
}

/** A build in the list of its job. */
export interface ListedBuild {
  readonly number: number;
  readonly timestamp: number;
}

/** Lists the newest builds of a job. */
export async function listBuilds(
  http: JenkinsHttp,
  job: readonly string[],
  count: number,
): Promise<ListedBuild[]> {
  const { builds } = await getJson(http, job, `builds[number,timestamp]{0,${count}}`);
  return objectsIn(builds)
    .flatMap(({ number, timestamp }) =>
      typeof number === 'number' && typeof timestamp === 'number' ? [{ number, timestamp }] : [],
    )
    .slice(0, count);
}

/** The size of an artifact; null if the server does not report it. */
export async function readArtifactSize(
  http: JenkinsHttp,
  build: readonly string[],
  path: string,
): Promise<number | null> {
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  const url = urlOf(http.server, [...build, 'artifact', ...segments]);
  try {
    const { header } = await http.send({ method: 'HEAD', url, maxBytes: 0 });
    const size = Number(header('content-length') ?? Number.NaN);
    return Number.isSafeInteger(size) && size >= 0 ? size : null;
  } catch (error) {
    // The artifact may have been deleted or stored on another server: report the build without its size.
    if (error instanceof JenkinsError && error.kind !== 'unavailable') return null;
    throw error;
  }
}

/** The fields of a job that `toStartableJob` reads. */
export const STARTABLE_JOB_TREE = 'nextBuildNumber,property[parameterDefinitions[name]]';

/** What the poller needs to know about a job to start it. */
export interface StartableJob {
  readonly parameterNames: readonly string[];
  /** The number of its next build; 0 if the server does not report it. */
  readonly nextNumber: number;
}

export function toStartableJob({ nextBuildNumber, property }: Json): StartableJob {
  const nextNumber = Number.isSafeInteger(nextBuildNumber) ? Math.max(0, Number(nextBuildNumber)) : 0;
  const parameterNames = objectsIn(property)
    .flatMap(({ parameterDefinitions }) => objectsIn(parameterDefinitions))
    .flatMap(({ name }) => (typeof name === 'string' ? name : []));
  return { parameterNames, nextNumber };
}

/** The objects in a value that should be a list of objects. */
export function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** The response to a request to start a build. */
export interface StartResponse {
  /** The queue item that represents the build until it starts; null if the response does not name it. */
  readonly queueItem: number | null;
  /**
   * False for a redirect to anything but a queue item: old versions and proxies send it for both success and failure.
   */
  readonly isAccepted: boolean;
}

/** Requests a build. If it rejects with `mayHaveActed`, the build may exist. */
export async function startBuild(
  http: JenkinsHttp,
  job: readonly string[],
  parameters: Readonly<Record<string, string>> | null,
): Promise<StartResponse> {
  const url = urlOf(http.server, [...job, parameters === null ? 'build' : 'buildWithParameters']);
  const form = new URLSearchParams(parameters ?? {});
  const { status, header } = await http.send({ method: 'POST', url, maxBytes: 0, form, skipsBody: () => true });
  const item = /\/queue\/item\/([0-9]{1,15})\/?$/.exec(header('location') ?? '')?.[1];
  return { queueItem: item === undefined ? null : Number(item), isAccepted: item !== undefined || status < 300 };
}

export type QueueItem =
  | { readonly state: 'waiting' | 'cancelled' }
  | { readonly state: 'started'; readonly number: number };

export async function readQueueItem(http: JenkinsHttp, item: number): Promise<QueueItem> {
  const { cancelled, executable } = await getJson(
    http,
    ['queue', 'item', String(item)],
    'cancelled,executable[number]',
  );
  const number = (executable as { number?: unknown } | null | undefined)?.number;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return { state: 'started', number };
  return { state: cancelled === true ? 'cancelled' : 'waiting' };
}
