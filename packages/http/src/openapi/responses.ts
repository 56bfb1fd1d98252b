import { API_ERRORS, type ApiErrorCode, type EndpointContract, errorName } from '@slipway/contracts';
import type { Components, Json } from './components.js';

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const stale = { 'X-Slipway-Stale': { $ref: '#/components/headers/Stale' } };
const etag = { ETag: { $ref: '#/components/headers/ETag' } };

export const HEADERS: Json = {
  RequestId: {
    description: 'Identifies the request in logs and support requests.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Send it in If-None-Match to get 304 if nothing changed.', schema: { type: 'string' } },
  Stale: {
    description: 'Present while only a replica can answer: the latest changes may be missing, and writes get 503.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'The path of the new resource.', schema: { type: 'string' } },
};

const UNAUTHORIZED: Json = {
  description: 'The token is missing, malformed, unknown, revoked or expired. The body is empty.',
  headers: { ...requestId, 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
};

const NOT_MODIFIED: Json = {
  description: 'Nothing changed since the response whose ETag was sent in If-None-Match. The body is empty.',
  headers: { ...requestId, ...etag, ...stale },
};

const SUCCESS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

export function responsesOf(contract: EndpointContract, components: Components): Json {
  const schema = components.schemaOf(contract.response);
  const successes = (contract.success ?? [200]).map((status): [number, Json] => [
    status,
    {
      description: SUCCESS[status] ?? 'Success',
      headers: {
        ...requestId,
        ...(contract.method === 'GET' ? { ...etag, ...stale } : {}),
        ...(status === 201 ? { Location: { $ref: '#/components/headers/Location' } } : {}),
      },
      content: { 'application/json': { schema } },
    },
  ]);
  return Object.fromEntries([
    ...successes,
    ...(contract.method === 'GET' ? [[304, components.responseOf('NotModified', NOT_MODIFIED)]] : []),
    ...(contract.scope === 'public' ? [] : [[401, components.responseOf('Unauthorized', UNAUTHORIZED)]]),
    ...errorResponses(contract, components),
  ]);
}

function errorResponses(contract: EndpointContract, components: Components): [number, Json][] {
  const byStatus = new Map<number, ApiErrorCode[]>();
  for (const code of errorCodesOf(contract)) {
    const { status } = API_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => [status, errorResponse(status, codes, components)]);
}

function errorResponse(status: number, codes: readonly ApiErrorCode[], components: Components): Json {
  const schemas = codes.map((code) => components.errorOf(code));
  const response = {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join('\n\n'),
    headers: { ...requestId, ...(status === 429 || status === 503 ? retryAfter : {}) },
    content: { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } } },
  };
  const [only, ...others] = codes;
  return only === undefined || others.length > 0 ? response : components.responseOf(errorName(only), response);
}

/** Every error of an endpoint, in the order of the error table. */
function errorCodesOf(contract: EndpointContract): ApiErrorCode[] {
  const { scope, writes, path, query, body, errors = [] } = contract;
  const codes = new Set<ApiErrorCode>([
    'unknown_parameter',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...refusalsOf(contract),
    ...errors,
  ]);
  if (scope !== 'public') codes.add('network_not_allowed');
  if (scope !== 'public' && scope !== 'any_token') codes.add('insufficient_scope');
  if (writes) codes.add('demo_read_only');
  if (path.includes(':')) codes.add('not_found');
  if (Object.hasOwn(query, 'cursor')) codes.add('invalid_cursor');
  if (Object.keys(query).length > 0) codes.add('invalid_parameter_type');
  if (body !== undefined)
    for (const code of [
      'payload_too_large',
      'unsupported_media_type',
      'invalid_json',
      'invalid_parameter',
    ] as const)
      codes.add(code);
  return (Object.keys(API_ERRORS) as ApiErrorCode[]).filter((code) => codes.has(code));
}

/** The error codes of parameters and fields, found by reading a value that none of them accepts. */
function refusalsOf({ query, body }: EndpointContract): ApiErrorCode[] {
  const results = [
    ...Object.values(query).map((parameter) => parameter.read('\0')),
    ...Object.values(body?.fields ?? {}).map((field) => field.read(undefined)),
  ];
  return results.flatMap((result) => {
    if ('problem' in result) return [result.problem.code];
    return 'flaw' in result ? (['invalid_parameter'] as const) : [];
  });
}
