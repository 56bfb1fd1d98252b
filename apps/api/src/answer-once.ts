import { createHash } from 'node:crypto';
import { claimIdempotencyKey, type Queryable, rememberAnswer } from '@slipway/db';
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
  { database, clock }: ApiServices,
  { key, body, status = CREATED, ...sender }: Attempt,
  work: (tx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return database.transaction(work);
  requireKey(key);
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
  const request = { ...sender, key, bodyHash, now: new Date(clock.now()) };
  return database.transaction(async (tx) => {
    const first = await claimIdempotencyKey(tx, request);
    if (first === null) {
      const response = await work(tx);
      await rememberAnswer(tx, request, { status, response });
      return response;
    }
    if (first.bodyHash !== bodyHash) throw new ApiError('idempotency_key_reused');
    return first.response as Answer;
  });
}

function requireKey(key: string): void {
  if (KEY.test(key)) return;
  const message = 'must have 1 to 255 visible ASCII characters';
  throw new ApiError('invalid_parameter', {
    message: `Idempotency-Key ${message}.`,
    extra: { details: [{ path: 'Idempotency-Key', message }] },
  });
}
