import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** A build on the test server. The next request sees every change to it. */
export interface JenkinsBuild {
  /** Fields of `api/json` that replace the defaults. */
  info: Record<string, unknown>;
  running: boolean;
  /** The console file; null while there is none. */
  log: string | null;
  artifacts: Readonly<Record<string, number>>;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Handles a request instead of the test server; returns false to leave it to the server. */
export type Interception = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Implements the part of the Jenkins API that polling uses. */
export interface TestJenkins {
  /** Has a context path, like many real servers. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Adds or changes a build of a job, which is named `folder/job`. */
  build(jobName: string, number: number, fields?: Partial<JenkinsBuild>): JenkinsBuild;
  /** Adds a job that can be started. Its builds wait in the queue until `startQueued`. */
  job(jobName: string, parameters?: readonly string[]): void;
  startQueued(): void;
  intercept(interception: Interception | null): void;
}

const CONTEXT = 'ci';
/** The most lines of a running build in one response, as in Stapler's LargeText. */
const MAX_LINES = 10_000;

interface Job {
  readonly builds: Map<number, JenkinsBuild>;
  readonly parameters: readonly string[];
}

interface QueueItem {
  readonly id: number;
  readonly jobName: string;
  readonly parameters: URLSearchParams;
  number: number | null;
}

interface State {
  readonly jobs: Map<string, Job>;
  readonly queue: QueueItem[];
  readonly username: string | undefined;
}

interface Request {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly response: ServerResponse;
}

/** Starts a test server, which is closed after the file's tests. Await it at the top level of a test file. */
export async function testJenkins(access?: { username: string; apiToken: string }): Promise<TestJenkins> {
  const state: State = { jobs: new Map(), queue: [], username: access?.username };
  const requests: ReceivedRequest[] = [];
  let interception: Interception | null = null;
  const expected = access && `Basic ${Buffer.from(`${access.username}:${access.apiToken}`).toString('base64')}`;

  function respond(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { method = '', url: path = '/' } = request;
    const { authorization } = request.headers;
    requests.push({ method, path, authorization, body });
    if (interception?.(request, response)) return;
    if (expected !== undefined && authorization !== expected) {
      response.writeHead(401).end('<html>401');
      return;
    }
    const { pathname, searchParams: query } = new URL(path, 'http://jenkins');
    const segments = pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
    if (segments.shift() === CONTEXT && route(state, segments, { method, query, body, response })) return;
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not Found');
  }

  const url = await listen(respond);
  return {
    url,
    requests,
    build: (jobName, number, fields) => addBuild(state, jobName, number, fields),
    job: (jobName, parameters) => void jobOf(state, jobName, parameters),
    startQueued() {
      for (const item of state.queue.filter(({ number }) => number === null)) {
        item.number = Math.max(0, ...jobOf(state, item.jobName).builds.keys()) + 1;
        addBuild(state, item.jobName, item.number, {
          info: { queueId: item.id, actions: actionsOf(state, item) },
        });
      }
    },
    intercept(next) {
      interception = next;
    },
  };
}

async function listen(
  respond: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => respond(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${CONTEXT}/`;
}

function jobOf({ jobs }: State, jobName: string, parameters: readonly string[] = []): Job {
  const job = jobs.get(jobName) ?? { builds: new Map<number, JenkinsBuild>(), parameters };
  jobs.set(jobName, job);
  return job;
}

function addBuild(state: State, jobName: string, number: number, fields?: Partial<JenkinsBuild>): JenkinsBuild {
  const { builds } = jobOf(state, jobName);
  const build = builds.get(number) ?? { info: {}, running: true, log: '', artifacts: {} };
  builds.set(number, Object.assign(build, fields));
  return build;
}

/** Returns false if the path does not exist. */
function route(state: State, segments: readonly string[], request: Request): boolean {
  if (segments.join('/') === 'api/json') return sendJson(request.response, { mode: 'NORMAL' });
  if (segments.join('/') === 'queue/api/json') return sendQueue(state, request.response);
  if (segments[0] === 'queue') return sendQueueItem(state.queue[Number(segments[2]) - 1], request.response);
  const names: string[] = [];
  let at = 0;
  for (; segments[at] === 'job'; at += 2) names.push(segments[at + 1] ?? '');
  const jobName = names.join('/');
  const job = state.jobs.get(jobName);
  if (job === undefined) return false;
  const rest = segments.slice(at);
  if (request.method === 'POST') return enqueue(state, { jobName, job }, rest.join('/'), request);
  if (rest.join('/') === 'api/json') return sendJob(job, request.response);
  const build = job.builds.get(Number(rest[0]));
  return build !== undefined && routeBuild(build, rest.slice(1).join('/'), request);
}

function enqueue(
  { queue }: State,
  { jobName, job }: { jobName: string; job: Job },
  action: string,
  { response, body }: Request,
): boolean {
  if (action !== (job.parameters.length > 0 ? 'buildWithParameters' : 'build')) return false;
  queue.push({ id: queue.length + 1, jobName, parameters: new URLSearchParams(body), number: null });
  // The root URL configured in Jenkins may differ from the one that clients use.
  response.writeHead(201, { location: `http://jenkins.invalid/queue/item/${queue.length}/` }).end();
  return true;
}

function actionsOf({ username }: State, { parameters }: QueueItem): object[] {
  return [
    {},
    { causes: [{ userId: username }] },
    { parameters: [...parameters].map(([name, value]) => ({ name, value })) },
  ];
}

function sendQueue(state: State, response: ServerResponse): boolean {
  const waiting = state.queue.filter(({ number }) => number === null);
  const items = waiting.map((item) => ({
    id: item.id,
    task: {
      url: `http://jenkins.invalid/${item.jobName.replaceAll(/[^/]+/g, (name) => `job/${encodeURIComponent(name)}`)}/`,
    },
    actions: actionsOf(state, item),
  }));
  return sendJson(response, { items });
}

function sendQueueItem(item: QueueItem | undefined, response: ServerResponse): boolean {
  if (item === undefined) return false;
  const executable = item.number === null ? {} : { executable: { number: item.number } };
  return sendJson(response, { cancelled: false, ...executable });
}

function sendJob({ builds, parameters }: Job, response: ServerResponse): boolean {
  const newest = [...builds].toSorted(([a], [b]) => b - a);
  return sendJson(response, {
    nextBuildNumber: (newest[0]?.[0] ?? 0) + 1,
    builds: newest.map(([number, { info }]) => ({ number, ...info, timestamp: info['timestamp'] ?? Date.now() })),
    property: [{}, { parameterDefinitions: parameters.map((name) => ({ name })) }],
  });
}

function sendJson(response: ServerResponse, value: object): boolean {
  response.writeHead(200, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(value));
  return true;
}

function routeBuild(build: JenkinsBuild, what: string, { method, query, response }: Request): boolean {
  if (what === 'api/json') return sendInfo(build, response);
  if (what === 'logText/progressiveText') return sendConsole(build, Number(query.get('start') ?? 0), response);
  const size = what.startsWith('artifact/') ? build.artifacts[what.slice('artifact/'.length)] : undefined;
  if (size === undefined || method !== 'HEAD') return false;
  response.writeHead(200, { 'content-length': String(size) }).end();
  return true;
}

function sendInfo({ info, running, artifacts }: JenkinsBuild, response: ServerResponse): boolean {
  const listed = Object.keys(artifacts).map((relativePath) => ({ relativePath, fileName: relativePath }));
  const state = running
    ? { building: true, result: null, duration: 0 }
    : { building: false, result: 'SUCCESS', duration: 60_000 };
  return sendJson(response, { timestamp: Date.now() - 60_000, ...state, artifacts: listed, ...info });
}

/**
 * Like LargeText.doProgressText: sends only whole lines of a running build, and sends a file that became shorter from
 * its start.
 */
function sendConsole({ log, running }: JenkinsBuild, offset: number, response: ServerResponse): boolean {
  const type = { 'content-type': 'text/plain;charset=UTF-8' };
  if (log === null) {
    response.writeHead(200, { ...type, 'x-text-size': '0', 'x-more-data': 'true' }).end();
    return true;
  }
  const file = Buffer.from(log);
  const start = file.length < offset ? 0 : offset;
  const text = file.subarray(start).toString();
  const sent = running ? wholeLines(text) : text;
  const size = { 'x-text-size': String(start + Buffer.byteLength(sent)) };
  const more = running ? { 'x-more-data': 'true' } : {};
  response.writeHead(200, { ...type, ...size, ...more }).end(sent.replaceAll('\n', '\r\n'));
  return true;
}

function wholeLines(text: string): string {
  const lines = text.split('\n').slice(0, -1).slice(0, MAX_LINES);
  return lines.map((line) => `${line}\n`).join('');
}
