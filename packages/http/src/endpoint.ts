import type {
  BodyContract,
  BodyValues,
  EndpointContract,
  ParameterValues,
  ResponseOf,
  Scope,
} from '@slipway/contracts';
import type { Reply } from './reply.js';

/** The sender of a request: a user, identified by an API token or a console session. */
export interface Caller {
  /** Null for a session. */
  readonly tokenId: number | null;
  readonly userId: number;
  /** Rate limits use this key to count the requests of a token or session. */
  readonly limitKey: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** The only projects that the token may see; null if it may see all of its user's. */
  readonly projectIds: readonly number[] | null;
  /** Whether the request comes from outside the networks that the token is restricted to. */
  readonly isOutsideNetworks: boolean;
  readonly expiresAt: Date | null;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** The fields of a project that the checks before a handler need. */
export interface ScopedProject {
  readonly id: number;
  readonly accountId: number;
  readonly readOnlyReason: 'trial_expired' | 'demo' | null;
}

/** The services that the checks before a handler need; an app adds its own. */
export interface EndpointServices<P extends ScopedProject> {
  /** The project, or null if the caller may not see it. */
  findProject(caller: Caller, projectId: number): Promise<P | null>;
  /**
   * Called after a request that may have written rows of a project, before the response is sent. It must not fail,
   * because the request has succeeded.
   */
  afterWrite?(project: P): Promise<void>;
  /** The page where an account can be upgraded. */
  readonly upgradeUrl: string;
}

export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The input of a handler: parsed, authorized and scoped. */
export interface EndpointInput<C extends EndpointContract, S, P> {
  readonly caller: C['scope'] extends 'public' ? undefined : Caller;
  readonly params: Readonly<Record<ParamNames<C['path']>, string>>;
  readonly project: 'project_id' extends ParamNames<C['path']> ? P : undefined;
  readonly query: ParameterValues<C['query']>;
  readonly body: C['body'] extends BodyContract ? BodyValues<C['body']> : undefined;
  /** A request header by its lowercase name. */
  header(name: string): string | undefined;
  readonly ipAddress: string;
  readonly services: S;
}

/** The input of a handler whose contract is known only at run time. */
export interface AnyEndpointInput<S, P> {
  readonly caller: Caller | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly project: P | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  header(name: string): string | undefined;
  readonly ipAddress: string;
  readonly services: S;
}

export interface EndpointOptions {
  /** Whether it only reads, so that it may begin to read before its caller is known: see `Expected`. */
  readonly mayBeginEarly?: boolean | undefined;
}

/** One endpoint: its contract and its handler. `handle` requires an input built from the same contract. */
export interface Endpoint<S, P> extends EndpointOptions {
  readonly contract: EndpointContract;
  handle(input: AnyEndpointInput<S, P>): Promise<unknown>;
}

/** `defineEndpoint` for an API whose handlers use the services `S`. */
export function endpointsOf<S extends EndpointServices<P>, P extends ScopedProject>(
  options: EndpointOptions = {},
) {
  return function defineEndpoint<const C extends EndpointContract>(
    contract: C,
    handle: (input: EndpointInput<C, S, P>) => Promise<ResponseOf<C> | Reply<ResponseOf<C>>>,
  ): Endpoint<S, P> {
    return { ...options, contract, handle };
  };
}
