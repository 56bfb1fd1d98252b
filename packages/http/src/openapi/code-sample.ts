import { type EndpointContract, type PathId, pathIds } from '@slipway/contracts';

const SAMPLE_UUID = '0197f3c2-7d5e-7c1a-9b64-2f8e1d0a5c37';

/** A curl command that calls the endpoint with the token from the environment. */
export function curlSample(contract: EndpointContract, serverUrl: string): string {
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
export function sampleId({ kind }: PathId): string {
  return kind === 'uuid' ? SAMPLE_UUID : '1';
}

/** Quotes text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
