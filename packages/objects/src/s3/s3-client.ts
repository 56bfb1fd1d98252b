import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { jitteredBackoffMs } from '@slipway/domain';
import { ObjectStoreError } from '../object-store.js';
import { connectionError, s3Error } from './s3-errors.js';
import { openConnections, type S3Options, type S3Request } from './s3-request.js';
import { readElements } from './s3-xml.js';

const MAX_ERROR_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export interface S3Answer {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Requests to a bucket, repeated while it is unavailable. Every error is an `ObjectStoreError`. */
export interface S3Client {
  readonly name: string;
  /** Sends a request, and reads the whole answer. `accept` throws if the answer reports a failure. */
  call(request: S3Request, accept?: (text: string) => void): Promise<S3Answer>;
  /** Sends a request, and leaves the body of the answer to the caller. */
  open(request: S3Request): Promise<IncomingMessage>;
  close(): void;
}

export function createS3Client(options: S3Options): S3Client {
  const { address, limits } = options;
  const connections = openConnections(options);
  const name = `s3://${address.bucket}/${address.prefix} at ${new URL(address.endpoint).host}`;

  async function attemptOpen(request: S3Request): Promise<IncomingMessage> {
    const response = await connections.send(request).catch((error: unknown) => {
      throw connectionError(name, error);
    });
    const { statusCode: status = 0, headers } = response;
    if (status >= 200 && status < 300) return response;
    const body = await readText(response, MAX_ERROR_BYTES);
    throw s3Error(name, { status, body, retryAfter: headers['retry-after'] });
  }

  async function attemptCall(request: S3Request, accept: (text: string) => void): Promise<S3Answer> {
    const response = await attemptOpen(request);
    try {
      const answer = { headers: response.headers, text: await readText(response, MAX_ANSWER_BYTES) };
      accept(answer.text);
      return answer;
    } catch (error) {
      throw connectionError(name, error);
    }
  }

  /** Completing an upload can fail after the status 200 was sent. */
  function requireSuccess(text: string): void {
    if (readElements(text, 'Error').length > 0)
      throw s3Error(name, { status: 500, body: text, retryAfter: undefined });
  }

  /** Repeats what fails because the store is unavailable, and waits as long as the store asks for. */
  async function retry<T>(attempt: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        const waitMs = failures < limits.attempts ? waitBefore(error, failures) : null;
        if (waitMs === null) throw error;
        await delay(waitMs);
      }
    }
  }

  /** Null if the error is final, or the store wants to be left alone for longer than a caller waits. */
  function waitBefore(error: unknown, failures: number): number | null {
    if (!(error instanceof ObjectStoreError) || error.problem !== 'unavailable') return null;
    const backoff = jitteredBackoffMs(failures, { firstMs: limits.firstRetryMs, maxMs: limits.maxRetryMs });
    const asked = error.retryAfterMs ?? 0;
    return asked > limits.maxRetryMs ? null : Math.max(backoff, asked);
  }

  return {
    name,
    call: (request, accept = requireSuccess) => retry(() => attemptCall(request, accept)),
    open: (request) => retry(() => attemptOpen(request)),
    close: connections.close,
  };
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
