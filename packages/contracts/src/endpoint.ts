import type { TSchema } from 'typebox';
import type { Parameters } from './parameters.js';
import type { Scope } from './scopes.js';

/** One REST endpoint as clients see it. The API's handlers, the typed client and the docs all start from it. */
export interface EndpointContract {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly query: Parameters;
  readonly response: TSchema;
}

/** Declares an endpoint, keeping the literal types of its path, parameters and response. */
export function describeEndpoint<const C extends EndpointContract>(contract: C): C {
  return contract;
}
