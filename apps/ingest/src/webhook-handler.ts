import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
// The global of the same name is a getter, which costs time in every request.
import { performance } from 'node:perf_hooks';
import { WEBHOOK_ERRORS } from '@slipway/contracts';
import { newId } from '@slipway/domain';
import { pathOf, queryOf } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { findEndpoint, type ProviderEndpoint } from './find-endpoint.js';
import { type ReceiveDeps, type Received, receive, type WebhookRequest } from './receive.js';
import { type Refusal, refuse } from './refusal.js';
import { discardRest } from './request-body.js';
import type { WebhookMetrics } from './webhook-metrics.js';

/** What the webhook handler is built from. */
export interface WebhookDeps extends ReceiveDeps {
  readonly logger: Logger;
  /** Headers of every answer, alternating names and values. */
  readonly commonHeaders: readonly string[];
  readonly metrics: WebhookMetrics;
}

/** Answers POST and HEAD at the webhook endpoints. Returns false for every other request, which it leaves alone. */
export function createWebhookHandler(deps: WebhookDeps): (...exchange: Parameters<RequestListener>) => boolean {
  return (request, response) => {
    if (request.method !== 'POST' && request.method !== 'HEAD') return false;
    const path = pathOf(request.url ?? '');
    const at = findEndpoint(path);
    if (at === undefined) return false;
    const webhook = toWebhook(request, path);
    answerWebhook(at, webhook, response, deps).catch((error: unknown) => {
      deps.logger.error({ err: error, requestId: webhook.id, path }, 'webhook failed');
      response.destroy();
    });
    return true;
  };
}

const NO_QUERY = new URLSearchParams();

function toWebhook(incoming: IncomingMessage, path: string): WebhookRequest {
  const query = queryOf(incoming.url ?? '');
  return {
    id: newId(),
    method: incoming.method ?? '',
    path,
    query: query === '' ? NO_QUERY : new URLSearchParams(query),
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    incoming,
    heldBytes: 0,
  };
}

async function answerWebhook(
  at: ProviderEndpoint,
  request: WebhookRequest,
  response: ServerResponse,
  deps: WebhookDeps,
): Promise<void> {
  const { id, path } = request;
  const start = performance.now();
  let received: Received | null;
  try {
    received = await receive(at, request, deps);
  } catch (error) {
    deps.logger.error({ err: error, requestId: id, path }, 'webhook failed');
    received = refuse('internal_error');
  }
  deps.bodies.release(request);
  if (received === null) return;
  answer(response, id, received, deps);
  if ('refusal' in received) discardRest(request.incoming);
  const durationMs = performance.now() - start;
  deps.metrics.observe(at.provider.id, outcomeOf(received), durationMs / 1000);
  if (deps.logger.isLevelEnabled('debug')) logAccess(request, response, durationMs, deps);
}

function logAccess(
  { id, path, method }: WebhookRequest,
  response: ServerResponse,
  durationMs: number,
  { logger }: WebhookDeps,
): void {
  const rounded = Math.round(durationMs * 100) / 100;
  logger.debug({ requestId: id, method, path, status: response.statusCode, durationMs: rounded }, 'request');
}

function outcomeOf(received: Received): string {
  if ('refusal' in received) return received.refusal.code;
  if ('handshake' in received) return 'handshake';
  return received.accepted.duplicate ? 'duplicate' : 'accepted';
}

function answer(response: ServerResponse, id: string, received: Received, { commonHeaders }: WebhookDeps): void {
  const { status, text, headers } = toHttp(received, id);
  const lines = commonHeaders.slice();
  lines.push('X-Request-Id', id, 'Content-Length', String(Buffer.byteLength(text)));
  if (text !== '') lines.push('Content-Type', 'application/json; charset=utf-8');
  if (headers !== undefined) lines.push(...Object.entries(headers).flat());
  response.writeHead(status, lines);
  response.end(text);
}

interface HttpAnswer {
  readonly status: number;
  /** JSON, or empty. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function toHttp(received: Received, id: string): HttpAnswer {
  if ('refusal' in received) return refusalToHttp(received.refusal, id);
  if ('handshake' in received) {
    const { body, headers } = received.handshake;
    return { status: 200, text: body === null ? '' : JSON.stringify(body), headers };
  }
  const { accepted, status } = received;
  // Neither the word nor the UUID needs escaping.
  const word = accepted.duplicate ? 'duplicate' : 'accepted';
  return { status, text: `{"status":"${word}","delivery_id":"${accepted.deliveryId}"}` };
}

/** A refusal carries the id of its request, which the log shows too. */
function refusalToHttp({ code, message, retryAfterSeconds }: Refusal, id: string): HttpAnswer {
  return {
    status: WEBHOOK_ERRORS[code].status,
    text: JSON.stringify({ error: code, message, delivery_id: id }),
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  };
}
