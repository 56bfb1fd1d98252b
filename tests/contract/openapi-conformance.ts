import { describeApi } from '@slipway/rest';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** The request target from /api on, with its query string. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;
interface DeclaredResponse {
  readonly headers: Json;
  readonly content?: Json;
  /** The JSON pointer of its schema. */
  readonly schemaAt: string;
}

const DOCUMENT_ID = 'api.json';
const document = close(describeApi('https://slipway.test')) as ReturnType<typeof describeApi>;
// The document itself is not a schema, which strict mode would refuse. Each test file compiles the schemas anew, which
// takes half of the time without inlining and optimising.
const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
ajvFormats.default(ajv);
ajv.addSchema(document as object, DOCUMENT_ID, false, false);
const validators = new Map<string, ValidateFunction>();

/** Closes every object schema, so that a field that the document does not declare is an error. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, close(item)]));
  const isObject = [closed['type']].flat().includes('object') && 'properties' in closed;
  const isOpen = isObject && !('additionalProperties' in closed);
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

const operations = Object.entries(document.paths)
  .map(([template, methods]) => ({
    template,
    pattern: new RegExp(`^/api${template.replaceAll(/\{[a-z_]+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
    methods,
  }))
  // A fixed path matches before one with an id in its place.
  .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length);

/** Throws unless the OpenAPI document declares the response for the request. */
export function requireConformance(exchange: Exchange): void {
  const problem = findProblem(exchange);
  if (problem === null) return;
  const { method, path, status, text } = exchange;
  throw new Error(`${method} ${path} → ${status}: ${problem}\n${text.slice(0, 2_000)}`);
}

/** A `fetch` that checks every response. */
export async function conformingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, init);
  const { pathname, search } = new URL(String(input));
  requireConformance({
    method: init?.method ?? 'GET',
    path: pathname + search,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.clone().text(),
  });
  return response;
}

function findProblem(exchange: Exchange): string | null {
  const { status, headers, text } = exchange;
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return 'it has no X-Request-Id';
  const limits = Object.keys(headers).filter((name) => /ratelimit/i.test(name));
  if (limits.length > 0) return `it has the headers ${limits.join(', ')}`;
  const declared = responseOf(exchange);
  if (declared === null) return 'the document does not declare this status';
  const missing = Object.keys(declared.headers).find(
    (name) => !(name.toLowerCase() in headers) && isRequired(name),
  );
  if (missing !== undefined) return `it has no ${missing}`;
  if (declared.content === undefined || exchange.method === 'HEAD') return text === '' ? null : 'it has a body';
  if (!String(headers['content-type']).startsWith('application/json')) return `${status} is not JSON`;
  return schemaProblem(declared.schemaAt, text);
}

/** Not every 201 has a Location. */
function isRequired(name: string): boolean {
  return name !== 'Location';
}

function schemaProblem(at: string, text: string): string | null {
  const validate = validators.get(at) ?? ajv.compile({ $ref: `${DOCUMENT_ID}#${at}` });
  validators.set(at, validate);
  return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
}

function responseOf({ method, path, status }: Exchange): DeclaredResponse | null {
  const pathname = path.split('?')[0] ?? '';
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = operations.find(({ pattern, methods }) => pattern.test(pathname) && verb in methods);
  if (operation === undefined) return strayResponse(status);
  const responses = operation.methods[verb]?.['responses'] as Readonly<Record<string, Json>> | undefined;
  const response = responses?.[status];
  if (response === undefined) return null;
  const at = `/paths/${operation.template.replaceAll('/', '~1')}/${verb}/responses/${status}`;
  return typeof response['$ref'] === 'string' ? atPointer(response['$ref'].slice(1)) : atPointer(at);
}

/** A path without an operation is not found, or rate limited. */
function strayResponse(status: number): DeclaredResponse | null {
  const names: Readonly<Record<number, string>> = { 404: 'NotFoundError', 429: 'RateLimitedError' };
  return names[status] === undefined ? null : atPointer(`/components/responses/${names[status]}`);
}

function atPointer(pointer: string): DeclaredResponse {
  let found: unknown = document;
  for (const key of pointer.slice(1).split('/')) found = (found as Json)[key.replaceAll('~1', '/')];
  const { headers = {}, content } = found as { headers?: Json; content?: Json };
  const schemaAt = `${pointer}/content/application~1json/schema`;
  return { headers, schemaAt, ...(content === undefined ? {} : { content }) };
}
