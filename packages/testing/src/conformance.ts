import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

export interface Exchange {
  readonly method: string;
  /** The request target starting with /api, including the query string. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that concern responses. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

interface DeclaredResponse {
  readonly headers: Json;
  readonly content?: Json;
  readonly schemaAt: string;
}

const DOCUMENT_ID = 'api.json';

/** Finds out what is wrong with a response according to an OpenAPI document; null if nothing is. */
export type FindProblem = (exchange: Exchange) => string | null;

const known = new WeakMap<(baseUrl: string) => unknown, FindProblem>();

/**
 * Reads the document once for all test files of a worker, because compiling its schemas takes longer than most files.
 */
export function conformanceTo(describe: (baseUrl: string) => unknown): FindProblem {
  const findProblem = known.get(describe) ?? readDocument(close(describe('https://slipway.test')) as ApiDocument);
  known.set(describe, findProblem);
  return findProblem;
}

function readDocument(document: ApiDocument): FindProblem {
  // The document itself is not a schema, so strict mode would reject it.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
  ajvFormats.default(ajv);
  ajv.addSchema(document as object, DOCUMENT_ID, false, false);
  const validators = new Map<string, ValidateFunction>();
  const operations = operationsOf(document);

  function schemaProblem(at: string, text: string): string | null {
    const validate = validators.get(at) ?? ajv.compile({ $ref: `${DOCUMENT_ID}#${at}` });
    validators.set(at, validate);
    return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  function responseOf({ method, path, status }: Exchange): DeclaredResponse | null {
    const pathname = path.split('?')[0] ?? '';
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = operations.find(({ pattern, methods }) => pattern.test(pathname) && verb in methods);
    if (operation === undefined) return strayResponse(document, status);
    const responses = operation.methods[verb]?.['responses'] as Readonly<Record<string, Json>> | undefined;
    const response = responses?.[status];
    if (response === undefined) return null;
    const at = `/paths/${operation.template.replaceAll('/', '~1')}/${verb}/responses/${status}`;
    return atPointer(document, typeof response['$ref'] === 'string' ? response['$ref'].slice(1) : at);
  }

  return (exchange) => {
    const declared = responseOf(exchange);
    return headerProblem(exchange) ?? bodyProblem(exchange, declared, schemaProblem);
  };
}

/** Closes every object schema, so that a field that the document does not declare is an error. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, close(item)]));
  const isObject = [closed['type']].flat().includes('object') && 'properties' in closed;
  const isOpen = isObject && !('additionalProperties' in closed);
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

function operationsOf({ paths }: ApiDocument) {
  return (
    Object.entries(paths)
      .map(([template, methods]) => ({
        template,
        pattern: new RegExp(`^/api${template.replaceAll(/\{[a-z_]+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
        methods,
      }))
      // A fixed path takes precedence over one with an id in its place.
      .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)
  );
}

function headerProblem({ headers }: Exchange): string | null {
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return 'it has no X-Request-Id';
  const limits = Object.keys(headers).filter((name) => /ratelimit/i.test(name));
  return limits.length > 0 ? `it has the headers ${limits.join(', ')}` : null;
}

function bodyProblem(
  { method, status, headers, text }: Exchange,
  declared: DeclaredResponse | null,
  schemaProblem: (at: string, text: string) => string | null,
): string | null {
  if (declared === null) return 'the document does not declare this status';
  const missing = Object.keys(declared.headers).find(
    (name) => !(name.toLowerCase() in headers) && isRequired(name),
  );
  if (missing !== undefined) return `it has no ${missing}`;
  if (declared.content === undefined || method === 'HEAD') return text === '' ? null : 'it has a body';
  if (!String(headers['content-type']).startsWith('application/json')) return `${status} is not JSON`;
  return schemaProblem(declared.schemaAt, text);
}

/** Not every 201 has a Location, and only reads during an outage are stale. */
function isRequired(name: string): boolean {
  return name !== 'Location' && name !== 'X-Slipway-Stale';
}

/** A path without an operation is either not found or rate limited. */
function strayResponse(document: ApiDocument, status: number): DeclaredResponse | null {
  const names: Readonly<Record<number, string>> = { 404: 'NotFoundError', 429: 'RateLimitedError' };
  return names[status] === undefined ? null : atPointer(document, `/components/responses/${names[status]}`);
}

function atPointer(document: ApiDocument, pointer: string): DeclaredResponse {
  let found: unknown = document;
  for (const key of pointer.slice(1).split('/')) found = (found as Json)[key.replaceAll('~1', '/')];
  const { headers = {}, content } = found as { headers?: Json; content?: Json };
  const schemaAt = `${pointer}/content/application~1json/schema`;
  return { headers, schemaAt, ...(content === undefined ? {} : { content }) };
}
