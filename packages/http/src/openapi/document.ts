import type { EndpointContract, EndpointGroup } from '@slipway/contracts';
import { collectComponents, type Json } from './components.js';
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
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Builds the document from the contracts. */
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
    tags: [...tags.values()],
    paths,
    components: {
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token from the web settings or login.',
        },
      },
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
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
