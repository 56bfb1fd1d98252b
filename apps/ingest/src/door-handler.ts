import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { WEBHOOK_ERRORS } from '@slipway/contracts';
import { pathOf, queryOf } from '@slipway/http';
import type { Logger } from '@slipway/runtime';

import { decompress } from './decompress.js';
import { newDeliveryId } from './delivery-id.js';
import type { DoorMetrics } from './door-metrics.js';
import { type DoorAt, doorAt } from './doors.js';
import { type ReceiveDeps, type Received, receive } from './receive.js';
import { type Refusal, refuse } from './refusal.js';
import { readRawBody } from './request-body.js';

/** What answering webhooks over HTTP needs. */
export interface DoorDeps extends ReceiveDeps {
  readonly logger: Logger;
  readonly bodyLimitBytes: number;
  /** The client's address, as far as proxies are believed. */
  clientAddress(request: IncomingMessage): string;
  /** Headers every answer of the service carries, names and values in turn. */
  readonly commonHeaders: readonly string[];
  readonly metrics: DoorMetrics;
}

/**
 * Answers POST and HEAD at the webhook doors and tells whether the request was for one. It needs no framework: it
 * stands before Express on the hot path and behind it elsewhere, and answers alike.
 */
export function createDoorHandler(deps: DoorDeps): (...exchange: Parameters<RequestListener>) => boolean {
  return (request, response) => {
    if (request.method !== 'POST' && request.method !== 'HEAD') return false;
    const path = pathOf(request.url ?? '');
    const at = doorAt(path);
    if (at === undefined) return false;
    void answerDoor({ ...at, path }, request, response, deps);
    return true;
  };
}

async function answerDoor(
  at: DoorAt & { path: string },
  request: IncomingMessage,
  response: ServerResponse,
  deps: DoorDeps,
): Promise<void> {
  const id = newDeliveryId();
  const start = performance.now();
  const received = await receiveHttp(at, id, request, deps);
  if (received === null) return;
  answer(response, id, received, deps);
  deps.metrics.note(at.provider.id, outcomeOf(received), (performance.now() - start) / 1000);
  if (!deps.logger.isLevelEnabled('debug')) return;
  const durationMs = Math.round((performance.now() - start) * 100) / 100;
  deps.logger.debug(
    { requestId: id, method: request.method, path: at.path, status: response.statusCode, durationMs },
    'request',
  );
}

const NO_QUERY = new URLSearchParams();

function readQuery(url: string): URLSearchParams {
  const query = queryOf(url);
  return query === '' ? NO_QUERY : new URLSearchParams(query);
}

/** Null when the sender went away before its request was whole. */
async function receiveHttp(
  at: DoorAt & { path: string },
  id: string,
  request: IncomingMessage,
  deps: DoorDeps,
): Promise<Received | null> {
  try {
    const raw = await readRawBody(request, deps.bodyLimitBytes);
    if (raw === 'gone') return null;
    if (raw === 'too_large') return refuse('payload_too_large');
    const { headers } = request as { headers: Readonly<Record<string, string | undefined>> };
    const unpacked = await decompress(raw, headers['content-encoding'], deps.bodyLimitBytes);
    if ('refusal' in unpacked) return unpacked;
    return await receive(
      at,
      {
        id,
        method: request.method ?? '',
        path: at.path,
        query: readQuery(request.url ?? ''),
        headers,
        body: unpacked.body,
        clientAddress: deps.clientAddress(request),
      },
      deps,
    );
  } catch (error) {
    deps.logger.error({ err: error, requestId: id, path: at.path }, 'webhook failed');
    return refuse('internal_error');
  }
}

function outcomeOf(received: Received): string {
  if ('refusal' in received) return received.refusal.code;
  if ('handshake' in received) return 'handshake';
  return received.accepted.duplicate ? 'duplicate' : 'accepted';
}

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'];

function answer(response: ServerResponse, id: string, received: Received, { commonHeaders }: DoorDeps): void {
  const { status, body, headers } = toHttp(received, id);
  const text = body === null ? '' : JSON.stringify(body);
  response.writeHead(status, [
    ...commonHeaders,
    'X-Request-Id',
    id,
    'Content-Length',
    String(Buffer.byteLength(text)),
    ...(body === null ? [] : JSON_TYPE),
    ...Object.entries(headers).flat(),
  ]);
  response.end(text);
}

interface HttpAnswer {
  readonly status: number;
  readonly body: object | null;
  readonly headers: Readonly<Record<string, string>>;
}

function toHttp(received: Received, id: string): HttpAnswer {
  if ('refusal' in received) return refusalToHttp(received.refusal, id);
  if ('handshake' in received) return { status: 200, ...received.handshake };
  const { accepted, status } = received;
  const body = { status: accepted.duplicate ? 'duplicate' : 'accepted', delivery_id: accepted.deliveryId };
  return { status, body, headers: {} };
}

/** A refused delivery goes by the id of its request, under which the log tells of it. */
function refusalToHttp({ code, message, retryAfterSeconds }: Refusal, id: string): HttpAnswer {
  return {
    status: WEBHOOK_ERRORS[code].status,
    body: { error: code, message, delivery_id: id },
    headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  };
}
