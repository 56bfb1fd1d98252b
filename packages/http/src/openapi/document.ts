import type { EndpointContract } from '@slipway/contracts';
import { gatherComponents, type Json } from './components.js';
import { pathOfContract, SECURITY_SCHEME, writeOperation } from './operation.js';
import { HEADERS } from './responses.js';

/** What the document says besides its operations. */
export interface OpenApiService {
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  /** Where the paths of the contracts start. */
  readonly serverUrl: string;
  /** How the groups of operations are shown, by the path segment that names the resource. */
  readonly groups: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Writes the document that follows from the contracts. */
export function buildOpenApi(contracts: readonly EndpointContract[], service: OpenApiService): OpenApiDocument {
  const components = gatherComponents();
  const paths: Record<string, Record<string, Json>> = {};
  const tags = new Map<string, string>();
  for (const contract of inReadingOrder(contracts, service)) {
    const { name: tag, description } = groupOf(contract, service);
    tags.set(tag, description);
    const operation = writeOperation(contract, { components, serverUrl: service.serverUrl, tag });
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
    tags: [...tags].map(([name, description]) => ({ name, description })),
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

/** By group as the service lists them, reads before writes, shorter paths first. */
function inReadingOrder(contracts: readonly EndpointContract[], { groups }: OpenApiService): EndpointContract[] {
  const listed = Object.keys(groups);
  const rank = (contract: EndpointContract) => {
    const at = listed.indexOf(segmentOf(contract));
    return at === -1 ? listed.length : at;
  };
  return contracts.toSorted(
    (a, b) => rank(a) - rank(b) || a.path.length - b.path.length || a.method.localeCompare(b.method),
  );
}

function groupOf(contract: EndpointContract, { groups }: OpenApiService) {
  const segment = segmentOf(contract);
  return groups[segment] ?? { name: segment, description: `Everything under ${segment}.` };
}

/** The resource a path is about: what follows the project, or what it begins with. */
function segmentOf({ path }: EndpointContract): string {
  const [, , first = '', second, third] = path.split('/');
  return second?.startsWith(':') && third !== undefined ? third : first;
}
