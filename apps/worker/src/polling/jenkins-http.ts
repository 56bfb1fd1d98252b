import type { LookupAddress } from 'node:dns';
import { parseRetryAfter } from '@slipway/destinations';
import { type AddressRules, checkedLookup, refusedAddress } from '@slipway/runtime';
import { Agent, type Dispatcher } from 'undici';
import {
  errorOfRequest,
  errorOfResponse,
  errorOfStatus,
  JenkinsError,
  UnreachableError,
} from './jenkins-error.js';
import { isBelowBase, type JenkinsServer } from './jenkins-url.js';

const REQUEST_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 2;
const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;

/** How to connect to a server. */
export interface JenkinsAccess {
  readonly server: JenkinsServer;
  /** An API token needs no crumb: https://www.jenkins.io/doc/book/security/csrf-protection/ */
  readonly credentials: { readonly username: string; readonly apiToken: string } | null;
  readonly rules: AddressRules;
  /** Aborts all requests except a POST that has already begun. */
  readonly signal: AbortSignal;
  readonly resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** From the start of a request to the last byte of its response. */
  readonly requestTimeoutMs?: number;
}

export interface JenkinsRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  readonly maxBytes: number;
  /** Receives the headers first; returns true to leave the body unread. */
  readonly skipsBody?: (headers: ResponseHeaders) => boolean;
  readonly form?: URLSearchParams;
}

export type ResponseHeaders = (name: string) => string | undefined;

/** A response with a 2xx status, or 3xx for a POST. The body is null if it was skipped. */
export interface JenkinsResponse {
  readonly status: number;
  readonly header: ResponseHeaders;
  readonly body: Buffer | null;
}

/** Sends requests to one server only. */
export interface JenkinsHttp {
  readonly server: JenkinsServer;
  /** Rejects with a JenkinsError. */
  send(request: JenkinsRequest): Promise<JenkinsResponse>;
  close(): Promise<void>;
}

/**
 * Checks addresses after name resolution and connects to exactly those, so that a DNS answer cannot change between the
 * check and the connection. Ignores proxies configured in the environment.
 */
export function connectJenkins(access: JenkinsAccess): JenkinsHttp {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(access.rules, refuse, access.resolve) },
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  });
  return {
    server: access.server,
    async send(request) {
      try {
        return await sendFollowingRedirects(agent, access, request);
      } catch (error) {
        const failure = errorOfResponse(error);
        // Reading changes nothing.
        if (request.method !== 'POST') failure.mayHaveActed = false;
        throw failure;
      }
    },
    close: () => agent.destroy(),
  };
}

const refuse = (reason: string) => new UnreachableError(reason);

/** No lookup happens for an IP address in the URL, so this function checks it. */
function requireAllowed(url: URL, { server, rules }: JenkinsAccess): void {
  if (!isBelowBase(server, url))
    throw new JenkinsError('blocked', 'Jenkins redirects outside the configured server_url');
  const reason = refusedAddress(url, rules);
  if (reason !== null) throw refuse(reason);
}

async function sendFollowingRedirects(
  agent: Agent,
  access: JenkinsAccess,
  request: JenkinsRequest,
): Promise<JenkinsResponse> {
  const signal = signalOf(access, request);
  let url = request.url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    requireAllowed(url, access);
    const response = await sendOnce(agent, url, { access, request, signal });
    const location = request.method === 'POST' ? undefined : redirectOf(response, url);
    if (location === undefined) return readResponse(response, request);
    discardBody(response);
    url = location;
  }
  throw new JenkinsError('unexpected', 'Jenkins redirects too often');
}

interface Sending {
  readonly access: JenkinsAccess;
  readonly request: JenkinsRequest;
  readonly signal: AbortSignal;
}

async function sendOnce(agent: Agent, url: URL, { access, request, signal }: Sending) {
  try {
    return await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: headersOf(access, request),
      body: request.form?.toString() ?? null,
      signal,
    });
  } catch (error) {
    throw errorOfRequest(error);
  }
}

/** A POST changes something on the server: it does not begin after the abort, and once begun it runs to completion. */
function signalOf(access: JenkinsAccess, { method }: JenkinsRequest): AbortSignal {
  const timeout = AbortSignal.timeout(access.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
  if (method !== 'POST') return AbortSignal.any([access.signal, timeout]);
  if (access.signal.aborted) throw new JenkinsError('unavailable', 'The poll ended before the request to Jenkins');
  return timeout;
}

function headersOf({ credentials }: JenkinsAccess, { form }: JenkinsRequest): Record<string, string> {
  const basic = credentials && Buffer.from(`${credentials.username}:${credentials.apiToken}`).toString('base64');
  return {
    'user-agent': 'slipway',
    // Without decompression, a small response cannot expand to a huge one.
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

/** Closes the connection instead of reading the rest. */
function discardBody({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

async function readResponse(response: Dispatcher.ResponseData, request: JenkinsRequest): Promise<JenkinsResponse> {
  const { statusCode: status } = response;
  const header = (name: string) => headerOf(response, name);
  if (status < 200 || status >= (request.method === 'POST' ? 400 : 300)) {
    discardBody(response);
    throw errorOfStatus(status, parseRetryAfter(header('retry-after'), Date.now()));
  }
  if (request.skipsBody?.(header) === true) {
    discardBody(response);
    return { status, header, body: null };
  }
  if ((header('content-encoding') ?? 'identity') !== 'identity') {
    discardBody(response);
    throw new JenkinsError('unexpected', 'Jenkins sends a compressed response, which Slipway did not accept');
  }
  return { status, header, body: await readBody(response, request.maxBytes) };
}

async function readBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new JenkinsError('unexpected', `Jenkins sends more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
