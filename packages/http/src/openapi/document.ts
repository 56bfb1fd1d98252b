import type { EndpointContract, EndpointGroup } from '@slipway/contracts';
import { collectComponents, type Json } from './components.js';
import { exampleOf } from './example.js';
import { pathOfContract, SECURITY_SCHEME, writeOperation } from './operation.js';
import { HEADERS } from './responses.js';

/** The parts of the document other than its operations. */
export interface OpenApiService {
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  /** The base URL of the contracts' paths. */
  readonly serverUrl: string;
  /** What other tools send to the service. */
  readonly webhooks: { readonly tag: EndpointGroup; readonly paths: OpenApiPaths };
}

export type OpenApiPaths = Readonly<Record<string, Readonly<Record<string, Json>>>>;

export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: OpenApiPaths;
}

export function buildOpenApi(contracts: readonly EndpointContract[], service: OpenApiService): OpenApiDocument {
  const components = collectComponents();
  const paths: Record<string, Record<string, Json>> = {};
  const tags = new Map<string, EndpointGroup>();
  for (const contract of contracts.toSorted(compareContracts)) {
    tags.set(contract.group.name, contract.group);
    const operation = writeOperation(contract, { components, serverUrl: service.serverUrl });
    const path = pathOfContract(contract);
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: service.title,
      version: service.version,
      description: service.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: service.serverUrl }],
    tags: [...tags.values(), service.webhooks.tag],
    paths: { ...withExamples(paths, components.schemas), ...service.webhooks.paths },
    components: {
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token from the web settings or login.',
        },
        webhookToken: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description:
            'The token of an integration. Most senders use a header instead, which each operation names.',
        },
      },
      schemas: sorted(components.schemas),
      responses: sorted(exampleResponses(components.responses, components.schemas)),
      headers: HEADERS,
    },
  };
}

function sorted(record: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Sorts by group name, then shorter paths first, then by method. */
function compareContracts(a: EndpointContract, b: EndpointContract): number {
  return (
    a.group.name.localeCompare(b.group.name) || a.path.length - b.path.length || a.method.localeCompare(b.method)
  );
}

type Schemas = Readonly<Record<string, Json>>;

/** Adds an example to every response of every operation, once all schemas are known. */
function withExamples(paths: OpenApiPaths, schemas: Schemas): OpenApiPaths {
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, responses: exampleResponses(operation['responses'] as Schemas, schemas) },
      ]),
    ),
  ]);
  return Object.fromEntries(operations) as OpenApiPaths;
}

function exampleResponses(responses: Schemas, schemas: Schemas): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(responses).map(([name, response]) => {
      const { 'application/json': media } = (response['content'] ?? {}) as Readonly<Record<string, Json>>;
      if (media === undefined) return [name, response];
      const example = exampleOf(media['schema'] as Json, schemas);
      return [name, { ...response, content: { 'application/json': { ...media, example } } }];
    }),
  );
}
