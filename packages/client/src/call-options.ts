import type { BodyContract, BodyValues, EndpointContract, ParameterValues } from '@slipway/contracts';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOption<C extends EndpointContract> = [ParamNames<C['path']>] extends [never]
  ? { readonly params?: Readonly<Record<string, never>> }
  : { readonly params: Readonly<Record<ParamNames<C['path']>, string | number>> };

/** What may be sent for a parameter that is read as `T`: times as text too, lists, and the text of what is composed. */
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

/** The fields of a body, without the key they are wrapped in. */
export type BodyFieldsOf<B extends BodyContract> = Required<BodyValues<B>> & Optional<BodyValues<B>>;

type BodyOption<C extends EndpointContract> = C['body'] extends BodyContract
  ? { readonly body: BodyFieldsOf<C['body']> }
  : { readonly body?: undefined };

/** What a call sends, typed by its contract. */
export type CallOptions<C extends EndpointContract> = ParamsOption<C> &
  BodyOption<C> & {
    readonly query?: QueryValues<C>;
    /** Makes a retry of a creation give the first answer. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  };

/** Left out where there is nothing that must be given. */
export type CallArguments<C extends EndpointContract> =
  Record<string, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];
