import type { EndpointContract, ParameterValues, ResponseOf } from '@slipway/contracts';

/** An answer other than success, as the service gave it. */
export class SlipwayError extends Error {
  readonly status: number;
  /** The error code, or an empty string for a 401, which has no body. */
  readonly code: string;
  readonly requestId: string;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, requestId: string, body: Readonly<Record<string, unknown>>) {
    const code = typeof body['error'] === 'string' ? body['error'] : '';
    super(typeof body['message'] === 'string' ? body['message'] : code || `HTTP ${status}`);
    this.name = 'SlipwayError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
  }
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a call sends: values for the path's parameters and for any of the query's. */
export interface CallOptions<C extends EndpointContract> {
  readonly params: Readonly<Record<ParamNames<C['path']>, string | number>>;
  readonly query?: Partial<ParameterValues<C['query']>>;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
}

/** A client of the REST API. Every endpoint of the contracts can be called; answers are typed by them. */
export interface Client {
  call<const C extends EndpointContract>(contract: C, options: CallOptions<C>): Promise<ResponseOf<C>>;
}

/** Makes a client for one service and token. */
export function createClient({ baseUrl, token, fetch: send = fetch }: ClientOptions): Client {
  const root = baseUrl.replace(/\/+$/, '');
  return {
    async call(contract, options) {
      const url = `${root}/api${fillPath(contract.path, options.params)}${writeQuery(options.query ?? {})}`;
      const response = await send(url, {
        method: contract.method,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
      const text = await response.text();
      const body: unknown = text === '' ? {} : JSON.parse(text);
      if (response.ok) return body as never;
      throw new SlipwayError(
        response.status,
        response.headers.get('x-request-id') ?? '',
        body as Record<string, unknown>,
      );
    },
  };
}

function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return '';
  return `?${new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
