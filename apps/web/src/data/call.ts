import type { CallArguments } from '@slipway/client';
import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import { client } from './client.js';

/** What a request is built from. The rest of the contract is only a type, so pages load no schema. */
export type Endpoint<C extends EndpointContract> = {
  readonly method: C['method'];
  readonly path: C['path'];
  /** Carries the type of the contract; never set. */
  readonly contract?: C;
} & (C['body'] extends { readonly wrapper: infer Wrapper extends string }
  ? { readonly body: { readonly wrapper: Wrapper } }
  : { readonly body?: undefined });

/** Calls an endpoint. Parameters, body and response are typed by its contract. */
export function call<C extends EndpointContract>(
  endpoint: Endpoint<C>,
  ...options: CallArguments<C>
): Promise<ResponseOf<C>> {
  return client.call(endpoint as unknown as C, ...options);
}

/** Types the parameters in a page's address, which are all strings. The server validates them. */
export function fromAddress<Query>(parameters: Readonly<Record<string, unknown>>): Query {
  return parameters as Query;
}
