import type {
  BodyContract,
  BodyValues,
  EndpointContract,
  ParameterValues,
  ResponseOf,
  Scope,
} from '@slipway/contracts';
import type { Reply } from './reply.js';

/** Who is calling: the token and the user it acts for. */
export interface Caller {
  readonly tokenId: number;
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** What the checks in front of a handler know of a project. */
export interface ScopedProject {
  readonly id: number;
  readonly accountId: number;
  readonly readOnlyReason: 'trial_expired' | 'demo' | null;
}

/** What every endpoint of an API can reach; an app adds its own. */
export interface EndpointServices<P extends ScopedProject> {
  /** The caller behind a bearer token, or null whatever the reason. */
  authenticate(token: string): Promise<Caller | null>;
  /** The project, when the user may see it. */
  findProject(userId: number, projectId: number): Promise<P | null>;
  /** Where an account is upgraded. */
  readonly upgradeUrl: string;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ProjectOf<S> = S extends EndpointServices<infer P> ? P : never;

/** What a handler is given: everything already parsed, authorised and scoped. */
export interface EndpointInput<C extends EndpointContract, S> {
  readonly caller: C['scope'] extends 'public' ? undefined : Caller;
  readonly params: Readonly<Record<ParamNames<C['path']>, string>>;
  readonly project: 'project_id' extends ParamNames<C['path']> ? ProjectOf<S> : undefined;
  readonly query: ParameterValues<C['query']>;
  readonly body: C['body'] extends BodyContract ? BodyValues<C['body']> : undefined;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  readonly services: S;
}

/** One endpoint: its contract and what it does. */
export interface Endpoint<S> {
  readonly contract: EndpointContract;
  handle(input: EndpointInput<EndpointContract, S>): Promise<unknown>;
}

/** `defineEndpoint` for an API whose handlers reach the services `S`. */
export function endpointsOf<S>() {
  return function defineEndpoint<const C extends EndpointContract>(
    contract: C,
    handle: (input: EndpointInput<C, S>) => Promise<ResponseOf<C> | Reply<ResponseOf<C>>>,
  ): Endpoint<S> {
    return { contract, handle: handle as unknown as Endpoint<S>['handle'] };
  };
}
