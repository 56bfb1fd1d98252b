import type { EndpointContract } from '@slipway/contracts';

/** The options of a call to an endpoint that is known only at run time. */
export interface LooseOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly onStatus?: (status: number) => void;
}

/** A request as sent. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Builds the request for a call. */
export function writeRequest(contract: EndpointContract, options: LooseOptions): WireRequest {
  const { params = {}, query = {}, body, idempotencyKey } = options;
  return {
    method: contract.method,
    path: `/api${fillPath(contract.path, params)}${writeQuery(query)}`,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? undefined : JSON.stringify(wrap(contract, body)),
  };
}

function wrap({ body: contract }: EndpointContract, body: Readonly<Record<string, unknown>>): unknown {
  const wrapper = contract?.wrapper ?? null;
  return wrapper === null ? body : { [wrapper]: body };
}

function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return '';
  return `?${new URLSearchParams(sent.map(([name, value]): [string, string] => [name, writeValue(value)]))}`;
}

/** Writes lists comma-separated, which every multi-valued parameter accepts. */
function writeValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') : String(value);
}
