import { createHash } from 'node:crypto';
import {
  claimIdempotencyKey,
  type DatabaseHandle,
  findFirstAnswer,
  type RepeatableRequest,
  storeAnswer,
} from '@slipway/db';
import { canonicalJson } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import type { RestServices } from './services.js';

/** A POST that its sender may repeat with the same Idempotency-Key. */
export interface IdempotentRequest {
  /** Null for a console session, whose keys have no effect. */
  readonly apiTokenId: number | null;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: unknown;
  /** The status of the response; 201 by default. */
  readonly status?: number;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const CREATED = 201;

/**
 * Runs `work` in a transaction. With a key, the same transaction stores the response, and a repeated request returns
 * it: of two simultaneous requests, only one does the work. Failures are not stored.
 */
export async function runOnce<T>(
  services: RestServices,
  request: IdempotentRequest,
  work: (tx: DatabaseHandle) => Promise<T>,
): Promise<T> {
  const { database } = services;
  const keyed = withKey(services, request);
  if (keyed === null) return database.modelTransaction(work);
  const { status = CREATED } = request;
  return database.modelTransaction(async (tx) => {
    const first = await claimIdempotencyKey(tx, keyed);
    if (first === null) {
      const response = await work(tx);
      await storeAnswer(tx, keyed, { status, response });
      return response;
    }
    requireSameBody(keyed, first);
    return first.response as T;
  });
}

/** Refuses a key that an earlier request used with a different body. For requests without effect, such as dry runs. */
export async function requireMatchingKey(services: RestServices, request: IdempotentRequest): Promise<void> {
  const keyed = withKey(services, request);
  const first = keyed && (await findFirstAnswer(services.database, keyed));
  if (keyed && first) requireSameBody(keyed, first);
}

function withKey(
  { clock }: RestServices,
  { apiTokenId, path, key, body }: IdempotentRequest,
): RepeatableRequest | null {
  if (key === undefined || apiTokenId === null) return null;
  requireValidKey(key);
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
  return { apiTokenId, path, key, bodyHash, now: new Date(clock.now()) };
}

function requireSameBody({ bodyHash }: RepeatableRequest, first: { readonly bodyHash: string }): void {
  if (first.bodyHash !== bodyHash) throw new ApiError('idempotency_key_reused');
}

function requireValidKey(key: string): void {
  if (KEY.test(key)) return;
  const message = 'must have 1 to 255 visible ASCII characters';
  throw new ApiError('invalid_parameter', {
    message: `Idempotency-Key ${message}.`,
    extra: { details: [{ path: 'Idempotency-Key', message }] },
  });
}
