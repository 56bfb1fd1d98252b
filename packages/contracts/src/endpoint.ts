import type { Static, TSchema } from 'typebox';
import type { BodyContract } from './body.js';
import type { ApiErrorCode } from './errors.js';
import type { Parameters } from './parameters.js';
import type { Scope } from './scopes.js';

/** The heading under which the OpenAPI document lists an endpoint. */
export interface EndpointGroup {
  readonly name: string;
  readonly description: string;
}

/** One REST endpoint as clients see it. The API's handlers, the typed client and the docs all start from it. */
export interface EndpointContract {
  /** The operation id in the OpenAPI document; unique. */
  readonly name: string;
  readonly group: EndpointGroup;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** `any_token` requires a valid token with any scope, `public` requires none. */
  readonly scope: Scope | 'any_token' | 'public';
  readonly summary: string;
  readonly description?: string;
  readonly query: Parameters;
  readonly body?: BodyContract;
  readonly response: TSchema;
  /** The success statuses, the usual one first; [200] by default. */
  readonly success?: readonly number[];
  /** Refused on a read-only account. */
  readonly writes?: boolean;
  /** Counts against an additional limit, besides the general one. */
  readonly rateLimit?: 'task_writes';
  /** The response contains a credential, so no cache may store it. */
  readonly containsSecret?: boolean;
  /** Errors specific to this endpoint, in addition to those that every endpoint of its kind returns. */
  readonly errors?: readonly ApiErrorCode[];
}

/** The body of an endpoint's successful response. */
export type ResponseOf<C extends EndpointContract> = Static<C['response']>;

export const NO_QUERY = { query: {} };

type Described = Omit<EndpointContract, 'query'> & Partial<Pick<EndpointContract, 'query'>>;

/** Declares an endpoint, keeping the literal types of its path, parameters and response. Without a query it takes none. */
export function describeEndpoint<const C extends Described>(contract: C): Omit<typeof NO_QUERY, keyof C> & C {
  return { ...NO_QUERY, ...contract };
}
