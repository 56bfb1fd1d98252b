import type { TSchema } from 'typebox';
import type { BodyContract } from './body.js';
import type { ApiErrorCode } from './errors.js';
import type { Parameters } from './parameters.js';
import type { Scope } from './scopes.js';

/** A schema that names its TypeScript type, so that nobody has to compute it from the schema again. */
export type TypedSchema<T> = TSchema & { readonly [type]?: T };
declare const type: unique symbol;

/** Pairs a schema with the type of the same name. */
export function typed<T>(schema: TSchema): TypedSchema<T> {
  return schema;
}

/** What an endpoint answers with. */
export type ResponseOf<C extends EndpointContract> = C['response'] extends TypedSchema<infer T> ? T : unknown;

/** One REST endpoint as clients see it. The API's handlers, the typed client and the docs all start from it. */
export interface EndpointContract {
  /** What the OpenAPI document calls the operation; unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** `any_token` asks for a valid token only, `public` for none. */
  readonly scope: Scope | 'any_token' | 'public';
  readonly summary: string;
  readonly description?: string;
  readonly query: Parameters;
  readonly body?: BodyContract;
  readonly response: TSchema;
  /** The statuses of success, the usual one first; [200] unless given. */
  readonly success?: readonly number[];
  /** Refused on a read-only account. */
  readonly writes?: boolean;
  /** Counts against a limit besides the general one. */
  readonly rateLimit?: 'task_writes';
  /** Errors of its own, beyond those every endpoint of its kind answers with. */
  readonly errors?: readonly ApiErrorCode[];
}

/** Declares an endpoint, keeping the literal types of its path, parameters and response. */
export function describeEndpoint<const C extends EndpointContract>(contract: C): C {
  return contract;
}
