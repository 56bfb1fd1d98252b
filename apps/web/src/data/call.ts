import type { CallArguments } from '@slipway/client';
import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import { client } from './client.js';

/** What a request is written from. The rest of the contract is known as a type alone: no schema is loaded into pages. */
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

/** Parameters that come from the address of the page: strings, whatever their types are. The server checks them. */
export function fromAddress<Query>(parameters: Readonly<Record<string, unknown>>): Query {
  return parameters as Query;
}
