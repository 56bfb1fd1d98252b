import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import {
  BUILD_PROVIDERS,
  findProblem,
  LOG_CLOSED_EVENT,
  LOG_OPENED_EVENT,
  LOG_PATH,
  LogClosing,
  LogOpening,
  storedHeaders,
} from '@slipway/providers';
import type { BufferedLog } from '@slipway/queue';
import { type Admitted, admit, type Refused, refuse, refuseForNow } from './admission.js';
import { FULL_LOG_RETRY_SECONDS, LOG_CHUNK_LIMIT_BYTES, TOKEN_BODY_LIMIT_BYTES } from './limits.js';
import { acceptDelivery, type ReceiveDeps, type Received } from './receive.js';
import { declaresBodyOver, decompress, readPayload, readRawBody } from './request-body.js';
import { findToken, type WebhookRequest } from './webhook-request.js';

/** A request about a log, of an integration that may send. */
interface LogRequest extends Admitted {
  readonly request: WebhookRequest;
  readonly body: { readonly raw: Buffer; readonly bytes: Buffer };
}

/**
 * Takes a log while it is written. Without `log` in the query, a request opens a log; with `log` and `offset`, its body is
 * a chunk; with `log` alone, it closes the log, and HEAD answers where to go on. Opening and closing are deliveries.
 * Chunks go to a buffer in Redis, from which a worker stores them; senders repeat what was not acknowledged.
 */
export async function receiveLog(request: WebhookRequest, deps: ReceiveDeps): Promise<Received | null> {
  const isChunk = request.query.has('offset');
  const limitBytes = isChunk ? LOG_CHUNK_LIMIT_BYTES : TOKEN_BODY_LIMIT_BYTES;
  if (declaresBodyOver(limitBytes, request.incoming)) return refuse('payload_too_large');
  const sent = findToken(request, ['x-service-token', 'x-webhook-token', 'basic']);
  const admitted = await admit(sent, BUILD_PROVIDERS, request, deps);
  if ('refusal' in admitted) return admitted;
  const raw = await readRawBody(request, limitBytes, deps.bodies);
  if (raw === null) return null;
  const bytes = 'refusal' in raw ? raw : await decompress(raw, request, limitBytes, deps.bodies);
  const received =
    'refusal' in raw || 'refusal' in bytes
      ? (bytes as Refused)
      : await receiveAdmitted({ ...admitted, request, body: { raw, bytes } }, deps);
  return 'refusal' in received ? { ...received, integration: admitted.integration } : received;
}

function receiveAdmitted(admitted: LogRequest, deps: ReceiveDeps): Promise<Received> {
  const { query, method } = admitted.request;
  if (!query.has('log')) return openLog(admitted, deps);
  const of = { ...placeOf(admitted), log: query.get('log') ?? '' };
  if (method === 'HEAD') return findNext(of, deps);
  return query.has('offset') ? addChunk(of, admitted, deps) : closeLog(of, admitted, deps);
}

const placeOf = ({ integration: { id, projectId } }: LogRequest) => ({ projectId, integrationId: id });

const unavailable = () => refuseForNow('queue_unavailable', 'The log cannot be stored right now.');

/** A refusal that says where the log continues. */
function refuseAt(code: 'wrong_offset' | 'changed_chunk' | 'log_closed', next: number): Refused {
  return { refusal: { ...refuse(code).refusal, answer: { next_offset: next } } };
}

async function openLog(opened: LogRequest, deps: ReceiveDeps): Promise<Received> {
  const read = readFields(opened, LogOpening);
  if ('refusal' in read) return read;
  const { job_name, build_number, attempt = 1, step = '' } = read.fields as LogOpening;
  const { integrationId, projectId } = placeOf(opened);
  // No database is needed at the door, and whoever opens the log again gets the same one.
  const identity = JSON.stringify([integrationId, job_name, String(build_number), attempt, step]);
  const log = hash('sha256', identity, 'hex').slice(0, 32);
  const event = { log, job_name, build_number: String(build_number), attempt, step };
  const accepted = await acceptDelivery(toDelivery(opened, LOG_OPENED_EVENT, event, deps), deps);
  if ('refusal' in accepted) return accepted;
  // While Redis is down, chunks are refused, and the sender opens the log once more.
  const next = await deps.logs.open({ projectId, integrationId, log }).catch(() => 0);
  return { accepted, status: 200, answer: { log, next_offset: next } };
}

async function closeLog(of: BufferedLog, closed: LogRequest, deps: ReceiveDeps): Promise<Received> {
  const read = readFields(closed, LogClosing);
  if ('refusal' in read) return read;
  const { size: sentSize = null, ...fields } = read.fields as LogClosing;
  // While Redis is down, only the sender knows the size.
  const size = await deps.logs.close(of, sentSize).catch(() => undefined);
  if (size === null) return refuse('unknown_log');
  const end = size ?? sentSize;
  const event = { log: of.log, ...fields, ...(end !== null && { size: end }) };
  const accepted = await acceptDelivery(toDelivery(closed, LOG_CLOSED_EVENT, event, deps), deps);
  if ('refusal' in accepted) return accepted;
  return { accepted, status: 200, answer: { log: of.log, size: end } };
}

async function findNext(of: BufferedLog, deps: ReceiveDeps): Promise<Received> {
  const next = await deps.logs.next(of).catch(() => undefined);
  if (next === undefined) return unavailable();
  if (next === null) return refuse('unknown_log');
  const headers = { 'X-Next-Offset': String(next) };
  return { noted: { outcome: 'next_offset', body: { log: of.log, next_offset: next }, headers } };
}

async function addChunk(of: BufferedLog, { request, body }: LogRequest, deps: ReceiveDeps): Promise<Received> {
  const sent = request.query.get('offset') ?? '';
  if (!/^\d{1,15}$/.test(sent)) return refuse('malformed_body', 'offset is a number of bytes.');
  const { raw, bytes } = body;
  const encoding = raw === bytes ? 'identity' : (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  const piece = { offset: Number(sent), bytes, packed: raw, encoding };
  const appended = await deps.logs.append(of, piece).catch(() => undefined);
  if (appended === undefined) return unavailable();
  if (appended === null) return refuse('unknown_log');
  const { outcome, next } = appended;
  switch (outcome) {
    case 'accepted':
    case 'duplicate':
      return { noted: { outcome: 'chunk', body: { status: outcome, log: of.log, next_offset: next } } };
    case 'conflict':
      return refuseAt('changed_chunk', next);
    case 'gap':
      return refuseAt('wrong_offset', next);
    case 'closed':
      return refuseAt('log_closed', next);
    case 'full':
      return refuseForNow('queue_unavailable', 'Too much of this log waits to be stored.', FULL_LOG_RETRY_SECONDS);
  }
}

type Fields = typeof LogOpening | typeof LogClosing;

function readFields(
  { request, body }: LogRequest,
  schema: Fields,
): { readonly fields: LogOpening | LogClosing } | Refused {
  const read = readPayload({}, body.bytes, request.headers['content-type'] ?? '');
  if ('refusal' in read) return read;
  const problem = findProblem(schema, read.payload);
  if (problem !== null) return refuse('malformed_body', `${problem}.`);
  return { fields: read.payload as LogOpening | LogClosing };
}

function toDelivery(
  { request, integration }: LogRequest,
  event: string,
  body: { readonly log: string },
  { clock }: ReceiveDeps,
): Delivery {
  return {
    id: request.id,
    accountId: integration.accountId,
    projectId: integration.projectId,
    integrationId: integration.id,
    provider: integration.provider,
    path: LOG_PATH,
    event,
    key: `id:${event}:${body.log}`,
    keyWindowMs: null,
    receivedAt: clock.now(),
    headers: storedHeaders(request.headers),
    body: JSON.stringify(body),
  };
}
