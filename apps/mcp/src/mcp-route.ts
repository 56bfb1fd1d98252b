import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import {
  ApiError,
  bearerOf,
  bytesReader,
  type Request as HttpRequest,
  type Response as HttpResponse,
  type RequestHandler,
} from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import type { AccessLookup } from './access.js';
import { MAX_BODY_BYTES, REQUEST_LIMIT_MS } from './limits.js';
import { openClient } from './open-client.js';
import { challengeOf, isReadOnlyPath } from './protected-resource.js';
import { createServer, type McpSession } from './server.js';
import { readSwitch, readToolsets, type Selection, UnknownToolsetError } from './toolsets.js';
import { toWebRequest, writeWebResponse } from './web-exchange.js';

export interface McpRouteDeps {
  readonly logger: Logger;
  readonly apiUrl: string;
  /** The public address of the service: the console, and the only origin that pages may call from. */
  readonly baseUrl: string;
  /** The selection used unless a request makes its own. */
  readonly selection: Selection;
  readonly access: AccessLookup;
  /** Headers that name a caller to the API, by the address of the caller. */
  callerHeaders(address: string): Readonly<Record<string, string>>;
  readonly isDraining: () => boolean;
  readonly recordCall: NonNullable<McpSession['recordCall']>;
}

/** The route, and a function that ends open exchanges. */
export interface McpRoute {
  readonly handlers: readonly RequestHandler[];
  close(): Promise<void>;
}

/** Serves streamable HTTP: every request is self-contained and carries its caller's token. */
export function createMcpRoute(deps: McpRouteDeps): McpRoute {
  const handler = createMcpHandler(({ authInfo }) => createServer(sessionOf(authInfo?.extra)), {
    maxRequestBodySize: MAX_BODY_BYTES,
    // Nothing here changes between requests, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => deps.logger.debug({ err: error }, 'mcp request refused'),
  });
  const serve: RequestHandler = (request, response) => answer(handler, { request, response }, deps);
  return { handlers: [requireOwnOrigin(deps), requireBearer(deps), serve], close: () => handler.close() };
}

function sessionOf(extra: Record<string, unknown> | undefined): McpSession {
  return extra?.['session'] as McpSession;
}

/** A page of another site sends its own origin, even after DNS rebinding. Programs send no origin. */
function requireOwnOrigin({ baseUrl }: McpRouteDeps): RequestHandler {
  const own = new URL(baseUrl).origin;
  return (request, response, next) => {
    const origin = request.get('origin');
    if (origin === undefined || origin === own) return next();
    response
      .status(403)
      .json({ error: 'origin_not_allowed', message: 'Requests from other sites are not allowed.' });
  };
}

function requireBearer({ baseUrl }: McpRouteDeps): RequestHandler {
  return (request, response, next) => {
    if (bearerOf(request) !== null) return next();
    refuse({ request, response }, baseUrl, 'Sign in with OAuth, or send an API token as a bearer token.');
  };
}

function refuse({ request, response }: Exchange, baseUrl: string, message: string): void {
  response
    .status(401)
    .set('WWW-Authenticate', challengeOf(request, baseUrl))
    .json({ error: 'invalid_token', message });
}

const readBytes = bytesReader(MAX_BODY_BYTES);

interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

async function answer(
  handler: McpHttpHandler,
  { request, response }: Exchange,
  deps: McpRouteDeps,
): Promise<void> {
  const token = bearerOf(request) ?? '';
  const body = await readBytes(request, response);
  const signal = endOf(response);
  let isRefused = false;
  const client = openClient({
    apiUrl: deps.apiUrl,
    token,
    headers: deps.callerHeaders(request.ip ?? ''),
    onUnauthorized() {
      isRefused = true;
      deps.access.forget(token);
    },
  });
  const scopes = await deps.access.scopesOf(token, client, { signal, mayRemember: asksApi(body) });
  if (response.destroyed) return;
  const refuseToken = () =>
    refuse({ request, response }, deps.baseUrl, 'The token is unknown, revoked or expired.');
  if (scopes === null) return refuseToken();
  const selection = select(request, deps.selection);
  const { baseUrl: webUrl, isDraining, recordCall } = deps;
  const reportBug = (error: unknown) => deps.logger.error({ err: error }, 'tool failed');
  const session: McpSession = { client, scopes, selection, webUrl, isDraining, recordCall, reportBug };
  const authInfo = { token, clientId: 'slipway', scopes: [...scopes], extra: { session } };
  const answered = await handler.fetch(toWebRequest({ request, body, baseUrl: webUrl, signal }), { authInfo });
  const beforeHead = () => {
    if (isRefused) refuseToken();
    return isRefused;
  };
  await writeWebResponse(answered, response, { signal, beforeHead }).catch((error: unknown) => {
    // The client disconnected or the time limit passed, so no one is waiting for the rest.
    if (!signal.aborted) throw error;
    response.destroy();
  });
}

const ASKING_METHODS = new Set(['tools/call', 'resources/read']);

/** Whether a request leads to an API call. Lists do not, even with a revoked token. */
function asksApi(body: Buffer): boolean {
  try {
    const { method } = JSON.parse(body.toString('utf8')) as { method?: unknown };
    return ASKING_METHODS.has(String(method));
  } catch {
    return false;
  }
}

/** A request cannot switch read-only mode off. */
function select(request: HttpRequest, { toolsets, readOnly }: Selection): Selection {
  const wanted = request.get('x-mcp-toolsets');
  try {
    return {
      toolsets: wanted === undefined ? toolsets : readToolsets(wanted),
      readOnly: readOnly || isReadOnlyPath(request) || readSwitch(request.get('x-mcp-readonly')),
    };
  } catch (error) {
    if (!(error instanceof UnknownToolsetError)) throw error;
    throw new ApiError('invalid_parameter', { message: error.message, cause: error });
  }
}

function endOf(response: HttpResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return AbortSignal.any([closed.signal, AbortSignal.timeout(REQUEST_LIMIT_MS)]);
}
