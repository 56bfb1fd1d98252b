import type { BodyContract, BodyValues, EndpointContract, ParameterValues } from '@slipway/contracts';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOption<C extends EndpointContract> = [ParamNames<C['path']>] extends [never]
  ? { readonly params?: Readonly<Record<string, never>> }
  : { readonly params: Readonly<Record<ParamNames<C['path']>, string | number>> };

/** What a caller may pass for a parameter that the API reads as `T`; times and lists may also be text. */
type Sendable<T> = T extends string | number | boolean
  ? T
  : T extends Date
    ? Date | string
    : T extends readonly (infer Item)[]
      ? readonly Item[] | string
      : string;

type QueryValues<C extends EndpointContract> = {
  readonly [K in keyof C['query']]?: Sendable<NonNullable<ParameterValues<C['query']>[K]>> | undefined;
};

type Required<V> = { readonly [K in keyof V as undefined extends V[K] ? never : K]: V[K] };
type Optional<V> = { readonly [K in keyof V as undefined extends V[K] ? K : never]?: V[K] };

/** The fields of a body, without its wrapper. */
export type BodyFieldsOf<B extends BodyContract> = Required<BodyValues<B>> & Optional<BodyValues<B>>;

type BodyOption<C extends EndpointContract> = C['body'] extends BodyContract
  ? { readonly body: BodyFieldsOf<C['body']> }
  : { readonly body?: undefined };

export type CallOptions<C extends EndpointContract> = ParamsOption<C> &
  BodyOption<C> & {
    readonly query?: QueryValues<C>;
    /** A repeated request with the same key returns the first response. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
    /** Called with the status of a successful response, for endpoints where the status says what happened. */
    readonly onStatus?: (status: number) => void;
  };

/** The options are optional if the contract requires none. */
export type CallArguments<C extends EndpointContract> =
  Record<string, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

/** The options of a call to an endpoint that is known only at run time. */
export interface LooseOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly onStatus?: (status: number) => void;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

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
