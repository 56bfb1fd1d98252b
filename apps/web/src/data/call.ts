import type { CallOptions } from '@slipway/client';
import type { ConsoleContract, EndpointContract, ResponseOf } from '@slipway/contracts';
import { client } from './client.js';

type AnyContract = EndpointContract | ConsoleContract;
type Options<C extends AnyContract> = CallOptions<C>;
type Answer<C extends AnyContract> = ResponseOf<C>;

/** The parts of a contract that a request is written from. */
interface WireContract {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly wrapper: string | null };
}

function send<C extends AnyContract>(wire: WireContract, options: Options<C>): Promise<Answer<C>> {
  return client.call(wire as unknown as EndpointContract, options as never) as Promise<Answer<C>>;
}

/**
 * Calls an endpoint by its path. The contract is given as a type alone, `get<typeof listTasks>(…)`, so that paths,
 * parameters and answers are checked while no schema is loaded into the page.
 */
export function get<C extends AnyContract>(path: C['path'], options: Options<C>): Promise<Answer<C>> {
  return send<C>({ method: 'GET', path }, options);
}

/** Changes something. `wrapper` is the key that the body's fields are sent under, where the contract has one. */
export function change<C extends AnyContract>(
  method: Exclude<C['method'], 'GET'>,
  path: C['path'],
  options: Options<C>,
  wrapper: string | null = null,
): Promise<Answer<C>> {
  return send<C>({ method, path, body: { wrapper } }, options);
}

/** Parameters that come from the address of the page: strings, whatever their types are. The server checks them. */
export function fromAddress<Query>(parameters: Readonly<Record<string, unknown>>): Query {
  return parameters as Query;
}
