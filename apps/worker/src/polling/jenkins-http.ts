import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import type { AddressRules } from './address-rules.js';
import { isOn, type JenkinsServer } from './jenkins-address.js';
import { JenkinsProblem, problemOfFailure, problemOfStatus, readRetryAfter } from './jenkins-problem.js';

const REQUEST_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS = 2;
const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;

/** How a server is reached. */
export interface JenkinsAccess {
  readonly server: JenkinsServer;
  /** An API token needs no crumb: https://www.jenkins.io/doc/book/security/csrf-protection/ */
  readonly credentials: { readonly username: string; readonly apiToken: string } | null;
  readonly rules: AddressRules;
  /** Ends all that is underway. */
  readonly signal: AbortSignal;
  readonly resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** How long one request may take, from its start to the last byte of the answer. */
  readonly requestTimeoutMs?: number;
}

/** One request of the few kinds that are made. */
export interface JenkinsRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly address: URL;
  readonly limitBytes: number;
  /** Looks at the headers first; true leaves the body unread. */
  readonly skips?: (headers: AnswerHeaders) => boolean;
  readonly form?: URLSearchParams;
}

export type AnswerHeaders = (name: string) => string | undefined;

/** An answer in the 200s, or in the 300s to a POST. The body is null where it was left unread. */
export interface JenkinsAnswer {
  readonly status: number;
  readonly header: AnswerHeaders;
  readonly body: Buffer | null;
}

/** Asks one server and nobody else. */
export interface JenkinsHttp {
  readonly server: JenkinsServer;
  /** Rejects with a JenkinsProblem. */
  send(request: JenkinsRequest): Promise<JenkinsAnswer>;
  close(): Promise<void>;
}

/**
 * Connections go to addresses that were looked at after they were resolved, so that a name cannot change its meaning in
 * between. Proxies of the environment are not asked.
 */
export function connectJenkins(access: JenkinsAccess): JenkinsHttp {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: vettedLookup(access) },
    connections: CONNECTIONS,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  });
  return {
    server: access.server,
    async send(request) {
      try {
        return await follow(agent, access, request);
      } catch (error) {
        throw problemOfFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

function vettedLookup({ rules, resolve = resolveAll }: JenkinsAccess): LookupFunction {
  return (hostname, options, callback) => {
    void resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => rules(address) === null);
        const [first] = allowed;
        if (first === undefined) callback(refusalOf(addresses, rules), '');
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

const resolveAll = (hostname: string) => dns.lookup(hostname, { all: true, verbatim: true });

function refusalOf(addresses: readonly LookupAddress[], rules: AddressRules): JenkinsProblem {
  const [reason = 'the name has no address'] = addresses.map(({ address }) => rules(address) ?? '');
  return new JenkinsProblem('blocked', `The server must not be asked: ${reason}`);
}

/** An address in the URL itself is resolved by nobody, so it is looked at here. */
function requireAllowed(address: URL, { server, rules }: JenkinsAccess): void {
  if (!isOn(server, address))
    throw new JenkinsProblem('blocked', 'Jenkins redirects out of the configured server_url');
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const reason = isIP(host) === 0 ? null : rules(host);
  if (reason !== null) throw new JenkinsProblem('blocked', `The server must not be asked: ${reason}`);
}

async function follow(agent: Agent, access: JenkinsAccess, request: JenkinsRequest): Promise<JenkinsAnswer> {
  const signal = signalOf(access, request);
  let address = request.address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    requireAllowed(address, access);
    const response = await agent.request({
      origin: address.origin,
      path: address.pathname + address.search,
      method: request.method,
      headers: headersOf(access, request),
      body: request.form?.toString() ?? null,
      signal,
    });
    const location = request.method === 'POST' ? undefined : redirectOf(response, address);
    if (location === undefined) return read(response, request);
    drop(response);
    address = location;
  }
  throw new JenkinsProblem('strange', 'Jenkins redirects in circles');
}

/** What changes something at the server is begun in time or not at all, and its answer is waited for. */
function signalOf(access: JenkinsAccess, { method }: JenkinsRequest): AbortSignal {
  const timeout = AbortSignal.timeout(access.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
  if (method !== 'POST') return AbortSignal.any([access.signal, timeout]);
  if (access.signal.aborted) throw new JenkinsProblem('sick', 'There is no time left to ask Jenkins');
  return timeout;
}

function headersOf({ credentials }: JenkinsAccess, { form }: JenkinsRequest): Record<string, string> {
  const basic = credentials && Buffer.from(`${credentials.username}:${credentials.apiToken}`).toString('base64');
  return {
    'user-agent': 'slipway',
    // Nothing is unpacked, so nothing can unfold.
    'accept-encoding': 'identity',
    ...(basic ? { authorization: `Basic ${basic}` } : {}),
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function redirectOf(response: Dispatcher.ResponseData, from: URL): URL | undefined {
  if (response.statusCode < 300 || response.statusCode >= 400) return undefined;
  const location = headerOf(response, 'location');
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/** Leaves a body unread; what is underway ends with the connection. */
function drop({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

async function read(response: Dispatcher.ResponseData, request: JenkinsRequest): Promise<JenkinsAnswer> {
  const { statusCode: status } = response;
  const header = (name: string) => headerOf(response, name);
  if (status < 200 || status >= (request.method === 'POST' ? 400 : 300)) {
    drop(response);
    throw problemOfStatus(status, readRetryAfter(header('retry-after'), Date.now()));
  }
  if (request.skips?.(header) === true) {
    drop(response);
    return { status, header, body: null };
  }
  if ((header('content-encoding') ?? 'identity') !== 'identity') {
    drop(response);
    throw new JenkinsProblem('strange', 'Jenkins sends an encoding nobody asked for');
  }
  return { status, header, body: await readBody(response, request.limitBytes) };
}

async function readBody(response: Dispatcher.ResponseData, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new JenkinsProblem('strange', `Jenkins sends more than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
