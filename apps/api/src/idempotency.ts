import { createHash } from 'node:crypto';
import {
  claimIdempotencyKey,
  findFirstAnswer,
  type Queryable,
  type RepeatableRequest,
  rememberAnswer,
} from '@slipway/db';
import { canonicalJson } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import type { ApiServices } from './services.js';

/** A POST that its sender may repeat with the same Idempotency-Key. */
export interface Attempt {
  readonly apiTokenId: number;
  readonly path: string;
  /** The header, when it was sent. */
  readonly key: string | undefined;
  readonly body: unknown;
  /** Of the answer; 201 unless given. */
  readonly status?: number;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const CREATED = 201;

/**
 * Does the work in a transaction. With a key, its answer is remembered in that same transaction, and a repetition gets
 * the first answer instead: two at once do the work once. Failures are not remembered.
 */
export async function answerOnce<Answer>(
  services: ApiServices,
  attempt: Attempt,
  work: (tx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  const { database } = services;
  const request = repeatable(services, attempt);
  if (request === null) return database.transaction(work);
  const { status = CREATED } = attempt;
  return database.transaction(async (tx) => {
    const first = await claimIdempotencyKey(tx, request);
    if (first === null) {
      const response = await work(tx);
      await rememberAnswer(tx, request, { status, response });
      return response;
    }
    requireSameBody(request, first);
    return first.response as Answer;
  });
}

/** For what has no effect and so may be done any number of times: a key that is known must still be its own. */
export async function requireOwnKey(services: ApiServices, attempt: Attempt): Promise<void> {
  const request = repeatable(services, attempt);
  const first = request && (await findFirstAnswer(services.database.pool, request));
  if (request && first) requireSameBody(request, first);
}

function repeatable({ clock }: ApiServices, { apiTokenId, path, key, body }: Attempt): RepeatableRequest | null {
  if (key === undefined) return null;
  requireKey(key);
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
  return { apiTokenId, path, key, bodyHash, now: new Date(clock.now()) };
}

function requireSameBody({ bodyHash }: RepeatableRequest, first: { readonly bodyHash: string }): void {
  if (first.bodyHash !== bodyHash) throw new ApiError('idempotency_key_reused');
}

function requireKey(key: string): void {
  if (KEY.test(key)) return;
  const message = 'must have 1 to 255 visible ASCII characters';
  throw new ApiError('invalid_parameter', {
    message: `Idempotency-Key ${message}.`,
    extra: { details: [{ path: 'Idempotency-Key', message }] },
  });
}
