import type { EndpointContract } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { JsonObject } from '../json-object.js';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

type Field = readonly [name: string, value: unknown];

interface RawRequest {
  readonly host: string;
  /** `/v1/projects`, `v1/projects`, `/api/v1/projects` or the full address on the same host. */
  readonly path: string;
  readonly method: string | undefined;
  readonly fields: readonly Field[];
  readonly body: JsonObject | undefined;
}

/** A request for the client to send: an endpoint, its literal query, and the body. */
export interface WrittenRequest {
  readonly query: URLSearchParams;
  readonly body: JsonObject | undefined;
  contract(): EndpointContract;
}

/** Writes the request. Fields go into the query of a GET, otherwise into the body. */
export function writeRawRequest(request: RawRequest): WrittenRequest {
  const url = readAddress(request);
  const hasBody = request.body !== undefined || request.fields.length > 0;
  const method = readMethod(request.method ?? (hasBody ? 'POST' : 'GET'));
  const query = new URLSearchParams(url.search);
  if (method === 'GET') for (const [name, value] of request.fields) query.append(name, String(value));
  const body = method === 'GET' ? undefined : { ...request.body, ...bodyFields(request.fields) };
  // The client replaces `:name` in contract paths, but this path is complete.
  const path = url.pathname.replace(/^\/api(?=\/)/, '').replaceAll(':', '%3A');
  const contract = () => ({ ...UNKNOWN_ENDPOINT, method, path: query.size === 0 ? path : `${path}?${query}` });
  return { query, body, contract };
}

/** A name can be repeated in a query, but not in an object. */
function bodyFields(fields: readonly Field[]): JsonObject {
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return Object.fromEntries(fields);
  throw new CliError(`The field ${repeated} was given more than once.`, {
    hint: `For a list, pass JSON: -F '${repeated}=["a","b"]'.`,
  });
}

const UNKNOWN_ENDPOINT = {
  name: 'api',
  group: { name: '', description: '' },
  scope: 'any_token',
  summary: '',
  query: {},
  response: {},
} as const;

/** The token must not go to another host, so an address must be on this host. */
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
export function readPairs(pairs: readonly string[], isTyped: boolean): Field[] {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new CliError(`"${pair}" is not name=value.`);
    const text = pair.slice(at + 1);
    return [pair.slice(0, at), isTyped ? readTyped(text) : text];
  });
}

function readTyped(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: plain text.
    return text;
  }
}
