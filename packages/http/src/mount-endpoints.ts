import { isDeepStrictEqual } from 'node:util';
import type { EndpointContract } from '@slipway/contracts';
import { parseRowId } from '@slipway/domain';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ApiError, found } from './api-error.js';
import type { AnyEndpointInput, Caller, Endpoint, EndpointServices, ScopedProject } from './endpoint.js';
import { noteEndpoint } from './observe-requests.js';
import { readParameters } from './parameters.js';
import { queryOf } from './query-string.js';
import { enforce } from './rate-limit.js';
import { Reply } from './reply.js';
import { type BodyReader, bodyReader } from './request-body.js';

/** The limiters that contracts refer to by name; they count requests per caller. */
export type EndpointLimiters = Readonly<Record<NonNullable<EndpointContract['rateLimit']>, RequestHandler>>;

/** Identifies the sender of a request; null if the request is not authenticated. */
export type CallerOf = (request: Request) => Promise<Caller | null>;

/** A caller and the project in the path: what a token stood for when it was last looked up. */
export interface Expected<P> {
  readonly caller: Caller;
  readonly project: P | undefined;
}

export interface MountOptions<S, P> {
  readonly endpoints: readonly Endpoint<S, P>[];
  readonly services: S;
  readonly callerOf: CallerOf;
  /**
   * Whom `callerOf` will probably find; null for a token that was not valid lately. Endpoints that only read begin with
   * it, and what they read is dropped if the caller turns out to be another.
   */
  readonly expect?: (request: Request) => Expected<P> | null;
  readonly limiters: EndpointLimiters;
  /** Counts every request of a caller. */
  readonly callerLimiter?: RequestHandler;
  readonly maxBodyBytes: number;
}

/** Returns a router that serves the endpoints, each after the same checks in the same order. */
export function mountEndpoints<S extends EndpointServices<P>, P extends ScopedProject>(
  options: MountOptions<S, P>,
): Router {
  const router = Router({ caseSensitive: true });
  const tools = { ...options, readBody: bodyReader(options.maxBodyBytes) };
  for (const endpoint of options.endpoints) {
    const method = endpoint.contract.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    router[method](endpoint.contract.path, (request, response) => serve(endpoint, tools, request, response));
  }
  return router;
}

type ServeTools<S, P> = MountOptions<S, P> & { readonly readBody: BodyReader };

async function serve<S extends EndpointServices<P>, P extends ScopedProject>(
  endpoint: Endpoint<S, P>,
  tools: ServeTools<S, P>,
  request: Request,
  response: Response,
): Promise<void> {
  const { services, callerOf, limiters, callerLimiter, readBody } = tools;
  const { contract } = endpoint;
  const early = beginEarly(endpoint, tools, request);
  noteEndpoint(response, { route: contract.path });
  const caller = await identify(contract, callerOf, request);
  if (caller === null) return refuseUnknown(response);
  response.locals['limitKey'] = caller?.limitKey ?? '';
  if (callerLimiter !== undefined) await enforce(callerLimiter, request, response);
  // Contract paths have no wildcards, so every parameter is a single string.
  const params = request.params as Readonly<Record<string, string>>;
  const project = await loadProject(services, caller, params['project_id']);
  if (project !== undefined) noteEndpoint(response, { route: contract.path, project });
  if (contract.writes && project !== undefined) requireWritable(project, services.upgradeUrl);
  if (contract.rateLimit !== undefined) await enforce(limiters[contract.rateLimit], request, response);
  const body = contract.body === undefined ? undefined : await readBody(contract.body, request, response);
  const result = await (early !== null && isDeepStrictEqual([early.caller, early.project], [caller, project])
    ? early.result
    : handle(endpoint, services, request, { caller, project, body }));
  if (contract.method !== 'GET' && project !== undefined) await services.afterWrite?.(project);
  response.set(contract.containsSecret ? NOT_STORED : REVALIDATED);
  respond(response, result instanceof Reply ? result : new Reply(contract.success?.[0] ?? 200, result));
}

function beginEarly<S, P>(endpoint: Endpoint<S, P>, { expect, services }: ServeTools<S, P>, request: Request) {
  const expected = endpoint.mayBeginEarly === true ? expect?.(request) : null;
  if (!expected) return null;
  const { caller, project } = expected;
  if (caller.isOutsideNetworks || !hasScope(caller, endpoint.contract)) return null;
  const result = handle(endpoint, services, request, { caller, project, body: undefined });
  // A failure matters only if the result is used.
  result.catch(() => undefined);
  return { caller, project, result };
}

async function handle<S, P>(
  endpoint: Endpoint<S, P>,
  services: S,
  request: Request,
  known: Pick<AnyEndpointInput<S, P>, 'caller' | 'project' | 'body'>,
): Promise<unknown> {
  return endpoint.handle({
    ...known,
    params: request.params as Readonly<Record<string, string>>,
    query: readParameters(endpoint.contract.query, queryOf(request.originalUrl)),
    header: (name) => request.get(name),
    ipAddress: request.ip ?? '',
    services,
  });
}

/** What a handler needs to find its caller if it streams, and is therefore not an endpoint. */
export interface CallerChecks {
  readonly callerOf: CallerOf;
  readonly callerLimiter: RequestHandler;
}

/** The caller of a request, after the checks that every endpoint does first. Null if a 401 was already sent. */
export async function admitCaller(
  request: Request,
  response: Response,
  { callerOf, callerLimiter }: CallerChecks,
): Promise<Caller | null> {
  const caller = await callerOf(request);
  if (caller === null) {
    refuseUnknown(response);
    return null;
  }
  response.locals['limitKey'] = caller.limitKey;
  await enforce(callerLimiter, request, response);
  return caller;
}

function refuseUnknown(response: Response): void {
  response.status(401).set('WWW-Authenticate', 'Bearer').end();
}

/** The key by which a limiter counts callers. */
export function callerKey(_request: Request, response: Response): string {
  return response.locals['limitKey'] as string;
}

const REVALIDATED = { 'Cache-Control': 'private, no-cache' };
/** RFC 6749 §5.1 requires both. */
const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

function respond(response: Response, reply: Reply<unknown>): void {
  response.set(reply.headers).status(reply.status);
  if (reply.status === 304) response.end();
  else response.set('Content-Type', 'application/json; charset=utf-8').send(reply.json());
}

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a request changes nothing, so that a replica may answer it. */
export const isReading = ({ method }: Pick<Request, 'method'>) => READING_METHODS.has(method);

/** Identifies callers by the bearer token of their requests. `authenticate` returns null for an invalid token. */
export function bearerCallers(
  authenticate: (token: string, request: Request) => Promise<Caller | null>,
): CallerOf {
  return async (request) => {
    const token = bearerOf(request);
    return token === null ? null : authenticate(token, request);
  };
}

/** Identifies the caller of a request only once, however often it is asked for. */
export function oncePerRequest(callerOf: CallerOf): CallerOf {
  const callers = new WeakMap<Request, Promise<Caller | null>>();
  return (request) => {
    const caller = callers.get(request) ?? callerOf(request);
    callers.set(request, caller);
    return caller;
  };
}

export function bearerOf(request: Request): string | null {
  return /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null;
}

/** The caller; undefined if the endpoint is public, null if the request is not authenticated. */
async function identify(
  contract: EndpointContract,
  callerOf: CallerOf,
  request: Request,
): Promise<Caller | undefined | null> {
  if (contract.scope === 'public') return undefined;
  const caller = await callerOf(request);
  if (caller !== null) {
    requireNetwork(caller);
    requireScope(caller, contract);
  }
  return caller;
}

/** Names the address, because a caller behind a proxy may not know which one the service sees. */
function requireNetwork({ isOutsideNetworks, ipAddress }: Caller): void {
  if (!isOutsideNetworks) return;
  const address = ipAddress.replace(/^::ffff:/, '');
  const message = `The token is restricted to other networks than that of ${address}.`;
  throw new ApiError('network_not_allowed', { message, extra: { ip_address: address } });
}

function hasScope({ scopes }: Caller, { scope }: EndpointContract): boolean {
  return scope === 'any_token' || (scopes as readonly string[]).includes(scope);
}

function requireScope(caller: Caller, contract: EndpointContract): void {
  if (hasScope(caller, contract)) return;
  const { scope } = contract;
  throw new ApiError('insufficient_scope', {
    message: `This endpoint requires the scope ${scope}.`,
    extra: { required_scope: scope, token_scopes: caller.scopes },
  });
}

async function loadProject<P extends ScopedProject>(
  services: EndpointServices<P>,
  caller: Caller | undefined,
  param: string | undefined,
): Promise<P | undefined> {
  if (param === undefined || caller === undefined) return undefined;
  const id = parseRowId(param);
  return found(id === null ? null : await services.findProject(caller, id));
}

function requireWritable({ readOnlyReason }: ScopedProject, upgradeUrl: string): void {
  if (readOnlyReason === null) return;
  const lapsed = readOnlyReason === 'trial_expired';
  throw new ApiError('demo_read_only', {
    message: lapsed ? 'The trial has ended; this account is read-only.' : 'This demo account is read-only.',
    extra: { reason: readOnlyReason, ...(lapsed ? { upgrade_url: upgradeUrl } : {}) },
  });
}
