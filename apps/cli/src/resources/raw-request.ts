import type { EndpointContract } from '@slipway/contracts';
import { CliError } from '../cli-error.js';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** What `slipway api` was asked to send. */
interface RawRequest {
  readonly host: string;
  /** `/v1/projects`, `v1/projects`, `/api/v1/projects` or the full address on the same host. */
  readonly path: string;
  readonly method: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** A call of the client that sends it. Fields go into the query of a GET, otherwise into the body. */
export function writeRawRequest(request: RawRequest): {
  readonly contract: EndpointContract;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
} {
  const url = readAddress(request);
  const hasBody = request.body !== undefined || Object.keys(request.fields).length > 0;
  const method = readMethod(request.method ?? (hasBody ? 'POST' : 'GET'));
  const query = { ...Object.fromEntries(url.searchParams), ...(method === 'GET' ? request.fields : {}) };
  const body = method === 'GET' ? undefined : { ...request.body, ...request.fields };
  // The client fills `:name` in paths of contracts; this one is complete.
  const path = url.pathname.replace(/^\/api(?=\/)/, '').replaceAll(':', '%3A');
  return { contract: { ...UNKNOWN_ENDPOINT, method, path }, query, body };
}

const UNKNOWN_ENDPOINT = {
  name: 'api',
  group: { name: '', description: '' },
  scope: 'any_token',
  summary: '',
  query: {},
  response: {},
} as const;

/** The token must not go to another host, so an address must be one of this host. */
function readAddress({ host, path }: RawRequest): URL {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    const isOwn = path.startsWith(`${host}/`);
    if (!isOwn) throw new CliError(`${path} is not on ${host}.`, { hint: 'Choose the host with --host.' });
    return new URL(path.slice(host.length), host);
  }
  return new URL(`/${path.replace(/^\/+/, '')}`, 'http://path.invalid');
}

function readMethod(written: string): Method {
  const method = METHODS.find((candidate) => candidate === written.toUpperCase());
  if (method === undefined) throw new CliError(`--method must be one of ${METHODS.join(', ')}.`);
  return method;
}

/** Reads `name=value` pairs; typed values become numbers, true, false, null, or JSON. */
export function readPairs(pairs: readonly string[], isTyped: boolean): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CliError(`"${pair}" is not name=value.`);
      const text = pair.slice(at + 1);
      return [pair.slice(0, at), isTyped ? readTyped(text) : text];
    }),
  );
}

function readTyped(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: plain text.
    return text;
  }
}
