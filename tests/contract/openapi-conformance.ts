import { describeApi } from '@slipway/api';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/** A request and what came back. */
export interface Exchange {
  readonly method: string;
  /** As it was asked for, from /api on, with its query string. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;
interface DeclaredResponse {
  readonly headers: Json;
  readonly content?: Json;
  /** Where its schema lies in the document. */
  readonly schemaAt: string;
}

const DOCUMENT_ID = 'api.json';
const document = close(describeApi('https://slipway.test')) as ReturnType<typeof describeApi>;
// The document around the schemas is no schema itself, which strictness would mind.
const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
ajv.addSchema(document as object, DOCUMENT_ID, false, false);
const validators = new Map<string, ValidateFunction>();

/** Every object of a schema refuses what it does not name: a field the document lacks is a field nobody declared. */
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
  // A path that is spelled out goes before one with an id in its place.
  .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length);

/** Throws unless the answer is one that the OpenAPI document declares for what was asked. */
export function requireConformance(exchange: Exchange): void {
  const problem = findProblem(exchange);
  if (problem === null) return;
  const { method, path, status, text } = exchange;
  throw new Error(`${method} ${path} → ${status}: ${problem}\n${text.slice(0, 2_000)}`);
}

/** `fetch` for clients under test. */
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
  if (limits.length > 0) return `it carries ${limits.join(', ')}`;
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

/** A Location is only where there is one to tell. */
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

/** What is no operation is not found, or not even looked for. */
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
