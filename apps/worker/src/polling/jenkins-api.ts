import { cleanJson, cleanText, readProviderTime } from '@slipway/domain';
import { addressAt } from './jenkins-address.js';
import type { AnswerHeaders, JenkinsHttp } from './jenkins-http.js';
import { JenkinsProblem } from './jenkins-problem.js';

const MEBIBYTE = 1024 * 1024;
const JSON_LIMIT_BYTES = 4 * MEBIBYTE;
/** The last 256,000 characters are kept, of at most four bytes each. */
const TAIL_BYTES = MEBIBYTE;
/** More of a console than this in one answer is not waited for: what precedes its end would be dropped anyway. */
const CONSOLE_LIMIT_BYTES = 4 * MEBIBYTE;

type Json = Readonly<Record<string, unknown>>;

/** What is asked of a build; the ranges keep a build of ten thousand artifacts from being a burden. */
const CHANGES =
  'kind,items[commitId,msg,comment,timestamp,author[id,fullName],authorEmail,affectedPaths,paths[file,editType]]{0,200}';
const BUILD_TREE = [
  'building,result,timestamp,duration,url',
  'artifacts[relativePath]{0,1000}',
  'actions[lastBuiltRevision[SHA1,branch[name]],causes[userId,userName]]',
  `changeSet[${CHANGES}]`,
  `changeSets[${CHANGES}]`,
].join(',');

/** Asks for the JSON of what lies under a path, as far as the tree says. */
export async function getJson(http: JenkinsHttp, path: readonly string[], tree: string): Promise<Json> {
  const address = addressAt(http.server, [...path, 'api', 'json'], { tree });
  const { body } = await http.send({ method: 'GET', address, limitBytes: JSON_LIMIT_BYTES });
  return parseObject(body?.toString('utf8') ?? '');
}

function parseObject(text: string): Json {
  try {
    const value = cleanJson(JSON.parse(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // A sign-in page, half an answer, something nested without end: all the same to us.
  }
  throw new JenkinsProblem('strange', 'Jenkins does not answer with the JSON of its API');
}

/** Asks for next to nothing: whether the server is there and knows us. */
export async function greet(http: JenkinsHttp): Promise<void> {
  await getJson(http, [], 'mode');
}

/** Everything of a build but its console. */
export async function readBuild(http: JenkinsHttp, build: readonly string[]): Promise<Json> {
  const info = await getJson(http, build, BUILD_TREE);
  if (typeof info.building !== 'boolean' || readProviderTime(info.timestamp) === null)
    throw new JenkinsProblem('strange', 'Jenkins does not tell how the build stands');
  return info;
}

/** A build in the list of its job. */
export interface ListedBuild {
  readonly number: number;
  readonly timestamp: number;
}

/** The newest builds of a job. */
export async function listBuilds(
  http: JenkinsHttp,
  job: readonly string[],
  count: number,
): Promise<ListedBuild[]> {
  const { builds } = await getJson(http, job, `builds[number,timestamp]{0,${count}}`);
  const listed = Array.isArray(builds) ? (builds as (Partial<ListedBuild> | null)[]) : [];
  return listed
    .flatMap((build) => {
      const { number, timestamp } = build ?? {};
      return typeof number === 'number' && typeof timestamp === 'number' ? [{ number, timestamp }] : [];
    })
    .slice(0, count);
}

/** Console output from an offset on. */
export interface ConsoleText {
  readonly text: string;
  /** Where the next reading starts. */
  readonly offset: number;
  readonly more: boolean;
  /** Whether the text follows what was read before, replaces it, or is only the end of what came since. */
  readonly kind: 'continued' | 'anew' | 'end';
}

/**
 * Reads on in a console. The answer tells in its headers how far it goes, in bytes of the server's own file; a log
 * that became shorter is sent from its beginning. Of a long one only the end is read.
 */
export async function readConsole(
  http: JenkinsHttp,
  build: readonly string[],
  start: number,
): Promise<ConsoleText> {
  const read = await readConsoleFrom(http, build, start);
  if (read.text !== null) return { ...read, text: read.text, kind: read.offset < start ? 'anew' : 'continued' };
  const end = await readConsoleFrom(http, build, read.offset - TAIL_BYTES);
  if (end.text === null)
    throw new JenkinsProblem('strange', 'Jenkins sends more of the console than it announced');
  return { ...end, text: end.text, kind: 'end' };
}

async function readConsoleFrom(http: JenkinsHttp, build: readonly string[], start: number) {
  const address = addressAt(http.server, [...build, 'logText', 'progressiveText'], { start: String(start) });
  const sizeOf = (header: AnswerHeaders) => Number(header('x-text-size') ?? Number.NaN);
  const { header, body } = await http.send({
    method: 'GET',
    address,
    limitBytes: CONSOLE_LIMIT_BYTES,
    skips: (headers) => sizeOf(headers) - (sizeOf(headers) < start ? 0 : start) > 2 * TAIL_BYTES,
  });
  const offset = sizeOf(header);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new JenkinsProblem('strange', 'Jenkins does not tell the size of the console');
  // Line ends are widened on the way; lone NULs and the like do not go into the database.
  const text = body === null ? null : cleanText(body.toString('utf8').replaceAll('\r\n', '\n'));
  return { text, offset, more: header('x-more-data') === 'true' };
}

/** The size of an artifact; null where the server does not tell. */
export async function readArtifactSize(
  http: JenkinsHttp,
  build: readonly string[],
  path: string,
): Promise<number | null> {
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  const address = addressAt(http.server, [...build, 'artifact', ...segments]);
  try {
    const { header } = await http.send({ method: 'HEAD', address, limitBytes: 0 });
    const size = Number(header('content-length') ?? Number.NaN);
    return Number.isSafeInteger(size) && size >= 0 ? size : null;
  } catch (error) {
    // Artifacts may lie elsewhere, where we do not follow, or be gone: the build is told without their size.
    if (error instanceof JenkinsProblem && error.kind !== 'sick') return null;
    throw error;
  }
}

/** What of a job says how it is started. */
export const START_TREE = 'nextBuildNumber,property[parameterDefinitions[name]]';

/** How a job is started. */
export interface StartableJob {
  readonly parameterNames: readonly string[];
  /** The number that its next build gets; 0 where the server does not tell. */
  readonly nextNumber: number;
}

export function toStartableJob({ nextBuildNumber, property }: Json): StartableJob {
  const nextNumber = Number.isSafeInteger(nextBuildNumber) ? Math.max(0, Number(nextBuildNumber)) : 0;
  const parameterNames = objectsOf(property)
    .flatMap(({ parameterDefinitions }) => objectsOf(parameterDefinitions))
    .flatMap(({ name }) => (typeof name === 'string' ? name : []));
  return { parameterNames, nextNumber };
}

/** The objects of what should be a list of them. */
export function objectsOf(list: unknown): Json[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** What Jenkins said when it was asked for a build. */
export interface StartAnswer {
  /** The item of the queue that stands for the build until it starts; null where the answer does not tell. */
  readonly queueItem: number | null;
  /** Old versions, and proxies, answer with a redirect: it need not mean yes. */
  readonly isTaken: boolean;
}

/** Asks for a build. A problem that `mayHaveActed` leaves open whether there is one now. */
export async function startBuild(
  http: JenkinsHttp,
  job: readonly string[],
  parameters: Readonly<Record<string, string>> | null,
): Promise<StartAnswer> {
  const address = addressAt(http.server, [...job, parameters === null ? 'build' : 'buildWithParameters']);
  const form = new URLSearchParams(parameters ?? {});
  const { status, header } = await http.send({ method: 'POST', address, limitBytes: 0, form, skips: () => true });
  const item = /\/queue\/item\/([0-9]{1,15})\/?$/.exec(header('location') ?? '')?.[1];
  return { queueItem: item === undefined ? null : Number(item), isTaken: item !== undefined || status < 300 };
}

/** What became of an item of the queue: it waits, it was taken out, or it is a build by now. */
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
