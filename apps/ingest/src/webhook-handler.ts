import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
// The global of the same name is a getter, which costs time in every request.
import { performance } from 'node:perf_hooks';
import { WEBHOOK_ERRORS } from '@slipway/contracts';
import { pathOf } from '@slipway/http';
import type { RefusedDelivery } from '@slipway/queue';
import type { Logger, ProcessContext } from '@slipway/runtime';
import { type Refused, refuse } from './admission.js';
import { type Door, findDoor } from './doors.js';
import type { ReceiveDeps, Received } from './receive.js';
import { discardRest } from './request-body.js';
import { toWebhookRequest, type WebhookRequest } from './webhook-request.js';

export interface WebhookDeps extends ReceiveDeps {
  readonly logger: Logger;
  /** Headers of every answer, alternating names and values. */
  readonly commonHeaders: readonly string[];
  /** Counts a request by its outcome: accepted, duplicate, handshake, chunk, or the code of its refusal. */
  observe(provider: string, outcome: string, seconds: number): void;
  /** Keeps the reason of a refusal for the people who ask about its id. */
  rememberRefused(refused: RefusedDelivery): void;
}

/**
 * Answers POST at the webhook endpoints, and HEAD for tools that check the address with it. Returns false for every
 * other request, which it leaves alone.
 */
export function createWebhookHandler(deps: WebhookDeps): (...exchange: Parameters<RequestListener>) => boolean {
  return (request, response) => {
    if (request.method !== 'POST' && request.method !== 'HEAD') return false;
    const path = pathOf(request.url ?? '');
    const door = findDoor(path);
    if (door === undefined || (request.method === 'HEAD' && !door.checksAddressByHead)) return false;
    const webhook = toWebhookRequest(request, path);
    answerWebhook(door, webhook, response, deps).catch((error: unknown) => {
      deps.logger.error({ err: error, requestId: webhook.id, path }, 'webhook failed');
      response.destroy();
    });
    return true;
  };
}

async function answerWebhook(
  door: Door,
  request: WebhookRequest,
  response: ServerResponse,
  deps: WebhookDeps,
): Promise<void> {
  const { id, path } = request;
  const start = performance.now();
  let received: Received | null;
  try {
    received = await door.receive(request, deps);
  } catch (error) {
    deps.logger.error({ err: error, requestId: id, path }, 'webhook failed');
    received = refuse('internal_error');
  }
  deps.bodies.release(request);
  if (received === null) return;
  answer(response, request, received, deps);
  if ('refusal' in received) {
    discardRest(request.incoming);
    remember(received, id, deps);
  }
  const durationMs = performance.now() - start;
  deps.observe(door.name, outcomeOf(received), durationMs / 1000);
  if (deps.logger.isLevelEnabled('debug')) logAccess(request, response, durationMs, deps);
}

/** Only of senders with a valid token, and only what they have to correct: others try again by themselves. */
function remember({ refusal, integration }: Refused, id: string, { clock, rememberRefused }: WebhookDeps): void {
  if (integration === undefined || refusal.retryAfterSeconds !== undefined) return;
  const { code, message } = refusal;
  const { id: integrationId, projectId } = integration;
  rememberRefused({ id, projectId, integrationId, receivedAt: clock.now(), code, message });
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
  if ('noted' in received) return received.noted.outcome;
  return received.accepted.duplicate ? 'duplicate' : 'accepted';
}

function answer(
  response: ServerResponse,
  { id, incoming }: WebhookRequest,
  received: Received,
  { commonHeaders }: WebhookDeps,
): void {
  const { status, text, headers } = toHttp(received, id);
  const lines = commonHeaders.slice();
  lines.push('X-Request-Id', id, 'Content-Length', String(Buffer.byteLength(text)));
  if (text !== '') lines.push('Content-Type', 'application/json; charset=utf-8');
  if (headers !== undefined) lines.push(...Object.entries(headers).flat());
  response.writeHead(status, lines);
  if (response.shouldKeepAlive || incoming.readableEnded) response.end(text);
  else endAfterBody(response, text, incoming);
}

/**
 * Node.js closes a connection that is not kept alive with the end of the answer. A sender in the middle of its body would
 * see a broken connection instead of the answer.
 */
function endAfterBody(response: ServerResponse, text: string, incoming: IncomingMessage): void {
  response.write(text);
  incoming.once('end', () => response.end());
}

interface HttpAnswer {
  readonly status: number;
  /** JSON, or empty. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function toHttp(received: Received, id: string): HttpAnswer {
  if ('refusal' in received) return refusalToHttp(received, id);
  if ('handshake' in received) {
    const { body, headers } = received.handshake;
    return { status: 200, text: body === null ? '' : JSON.stringify(body), headers };
  }
  if ('noted' in received) {
    const { body, headers } = received.noted;
    return { status: 200, text: JSON.stringify(body), ...(headers && { headers }) };
  }
  const { accepted, status, answer: own } = received;
  // Neither the word nor the UUID needs escaping.
  const word = accepted.duplicate ? 'duplicate' : 'accepted';
  const text = `{"status":"${word}","delivery_id":"${accepted.deliveryId}"}`;
  return { status, text: own === undefined ? text : JSON.stringify({ ...JSON.parse(text), ...own }) };
}

/** A refusal carries the id of its request, which the log shows too. */
function refusalToHttp({ refusal }: Refused, id: string): HttpAnswer {
  const { code, message, retryAfterSeconds, answer } = refusal;
  return {
    status: WEBHOOK_ERRORS[code].status,
    text: JSON.stringify({ error: code, message, delivery_id: id, ...answer }),
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  };
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

export function observeWebhooks({
  metrics: { counter, latency },
  tracing,
}: Pick<ProcessContext, 'metrics' | 'tracing'>): WebhookDeps['observe'] {
  const requests = counter('webhook_requests_total', 'Webhook requests by provider and outcome', [
    'provider',
    'outcome',
  ]);
  const accepted = counter('deliveries_accepted_total', 'Deliveries accepted', ['provider']);
  const duplicates = counter('deliveries_duplicate_total', 'Deliveries answered as duplicates', ['provider']);
  const seconds = latency('accept_seconds', 'Time from request to response of accepted deliveries', BUCKETS, [
    'provider',
  ]);
  return (provider, outcome, duration) => {
    requests.inc({ provider, outcome });
    if (outcome !== 'accepted' && outcome !== 'duplicate') return;
    (outcome === 'accepted' ? accepted : duplicates).inc({ provider });
    seconds.observe({ provider }, duration, tracing?.current()?.sampledTraceId);
  };
}
