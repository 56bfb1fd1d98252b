import { parseRowId } from '@slipway/domain';
import { type Request, type Response, Router } from 'express';
import { ApiError, found } from './api-error.js';
import type { Caller, Endpoint, EndpointServices } from './endpoint.js';
import { readParameters } from './parameters.js';
import { queryOf } from './query-string.js';

/** A router that serves the endpoints, each behind the same checks in the same order. */
export function mountEndpoints<P, S extends EndpointServices<P>>(
  endpoints: readonly Endpoint<S>[],
  services: S,
): Router {
  const router = Router({ caseSensitive: true, strict: false });
  for (const endpoint of endpoints) {
    const method = endpoint.contract.method.toLowerCase() as 'get' | 'post' | 'patch';
    router[method](endpoint.contract.path, (request, response) => serve(endpoint, services, request, response));
  }
  return router;
}

async function serve<P, S extends EndpointServices<P>>(
  endpoint: Endpoint<S>,
  services: S,
  request: Request,
  response: Response,
): Promise<void> {
  const { contract } = endpoint;
  const caller = await authenticate(services, request);
  if (caller === null) {
    response.status(401).set('WWW-Authenticate', 'Bearer').end();
    return;
  }
  requireScope(caller, endpoint);
  const params = request.params as Record<string, string>;
  const project = await loadProject(services, caller, params['project_id']);
  const query = readParameters(contract.query, queryOf(request.originalUrl));
  const body = await endpoint.handle({ caller, params, project: project as never, query, services });
  response.json(body);
}

async function authenticate<P>(services: EndpointServices<P>, request: Request): Promise<Caller | null> {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.get('authorization') ?? '')?.[1];
  return token === undefined ? null : services.authenticate(token);
}

function requireScope<S>(caller: Caller, { contract }: Endpoint<S>): void {
  if (caller.scopes.includes(contract.scope)) return;
  throw new ApiError('insufficient_scope', {
    message: `This endpoint needs the scope ${contract.scope}.`,
    extra: { required_scope: contract.scope, token_scopes: caller.scopes },
  });
}

async function loadProject<P>(
  services: EndpointServices<P>,
  caller: Caller,
  param: string | undefined,
): Promise<P | undefined> {
  if (param === undefined) return undefined;
  const id = parseRowId(param);
  return found(id === null ? null : await services.findProject(caller.userId, id));
}
