import {
  type BodyContract,
  type EndpointContract,
  type Parameter,
  type PathId,
  pathIds,
} from '@slipway/contracts';
import Type from 'typebox';
import type { Components, Json } from './components.js';
import { responsesOf } from './responses.js';

export const SECURITY_SCHEME = 'apiToken';

export interface OperationOptions {
  readonly components: Components;
  readonly serverUrl: string;
}

export function pathOfContract({ path }: EndpointContract): string {
  return path.replaceAll(/:([a-z_]+)/g, '{$1}');
}

export function writeOperation(contract: EndpointContract, { components, serverUrl }: OperationOptions): Json {
  const parameters = [
    ...pathParameters(contract),
    ...Object.entries(contract.query).map(([name, parameter]) => queryParameter(name, parameter, components)),
    ...headerParameters(contract),
  ];
  return {
    operationId: contract.name,
    tags: [contract.group.name],
    summary: contract.summary,
    description: [contract.description, scopeNote(contract)].filter((text) => text !== undefined).join('\n\n'),
    ...(isScoped(contract) ? { 'x-required-scope': contract.scope } : {}),
    security:
      contract.scope === 'public' ? [] : [{ [SECURITY_SCHEME]: isScoped(contract) ? [contract.scope] : [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(contract.body === undefined ? {} : { requestBody: requestBody(contract.name, contract.body, components) }),
    responses: responsesOf(contract, components),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlSample(contract, serverUrl) }],
  };
}

function isScoped({ scope }: EndpointContract): boolean {
  return scope !== 'public' && scope !== 'any_token';
}

function scopeNote({ scope }: EndpointContract): string {
  if (scope === 'public') return 'Needs no token.';
  return scope === 'any_token' ? 'Needs a valid token with any scope.' : `Needs the scope \`${scope}\`.`;
}

function pathParameters(contract: EndpointContract): Json[] {
  return pathIds(contract).map((id) => ({
    name: id.name,
    in: 'path',
    required: true,
    description: `Id of the ${id.noun}.`,
    schema: { type: 'string', ...(id.kind === 'uuid' ? { format: 'uuid' } : { pattern: '^[0-9]+$' }) },
    example: sampleId(id),
  }));
}

function queryParameter(name: string, parameter: Parameter<unknown>, components: Components): Json {
  const schema = components.schemaOf(parameter.schema);
  return {
    name,
    in: 'query',
    description: parameter.description,
    ...(parameter.many
      ? { schema: { type: 'array', items: schema }, style: 'form', explode: true }
      : { schema, ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}) }),
  };
}

function headerParameters({ errors = [] }: EndpointContract): Json[] {
  if (!errors.includes('idempotency_key_reused')) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A repeated request with the same key, path and body within 24 hours returns the first response.',
      schema: { type: 'string' },
    },
  ];
}

function requestBody(operation: string, body: BodyContract, components: Components): Json {
  const { wrapper, fields, open = false, optional = open, example } = body;
  const title = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Body`;
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required ? field.schema : Type.Optional(field.schema),
    ]),
  );
  const inner = Type.Object(properties, { additionalProperties: open });
  const outer = wrapper === null ? inner : Type.Object({ [wrapper]: inner }, { additionalProperties: false });
  const schema = components.schemaOf({ ...outer, title });
  return { required: !optional, content: { 'application/json': { schema, example } } };
}

const SAMPLE_UUID = '0197f3c2-7d5e-7c1a-9b64-2f8e1d0a5c37';

/** A curl command that calls the endpoint with the token from the environment. */
function curlSample(contract: EndpointContract, serverUrl: string): string {
  const ids = new Map(pathIds(contract).map((id) => [id.name, sampleId(id)]));
  const path = contract.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => ids.get(name) ?? '');
  const query = contract.method === 'GET' && Object.hasOwn(contract.query, 'limit') ? '?limit=5' : '';
  const parts = [
    `curl ${contract.method === 'GET' ? '' : `-X ${contract.method} `}'${serverUrl}${path}${query}'`,
    ...(contract.scope === 'public' ? [] : [`-H "Authorization: Bearer $SLIPWAY_TOKEN"`]),
    ...(contract.body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(contract.body.example))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** An id that looks like a real one. */
function sampleId({ kind }: PathId): string {
  return kind === 'uuid' ? SAMPLE_UUID : '1';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
