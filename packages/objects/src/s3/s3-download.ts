import type { IncomingMessage } from 'node:http';
import { type ByteRange, ObjectStoreError } from '../object-store.js';
import type { S3Client } from './s3-client.js';
import { connectionError } from './s3-errors.js';

/** How often a download may be cut without a byte in between. */
const MAX_FRUITLESS = 3;

interface Progress {
  readonly end: number | null;
  offset: number;
  etag: string | undefined;
}

/** Downloads an object or a range. If the connection is cut, it goes on where it was, unless the object has changed. */
export async function* downloadObject(client: S3Client, key: string, range?: ByteRange): AsyncGenerator<Buffer> {
  const progress: Progress = {
    offset: range?.start ?? 0,
    end: range === undefined ? null : range.start + range.length,
    etag: undefined,
  };
  for (let fruitless = 0; ; fruitless++) {
    const response = await openAt(client, key, progress);
    if (response === null) return;
    progress.etag ??= response.headers.etag;
    try {
      for await (const part of response as AsyncIterable<Buffer>) {
        progress.offset += part.length;
        fruitless = 0;
        yield part;
      }
      return;
    } catch (error) {
      if (fruitless >= MAX_FRUITLESS) throw connectionError(client.name, error);
    } finally {
      // Ends the transfer if the caller wants no more.
      response.destroy();
    }
  }
}

/** The answer from the current offset on; null if there is nothing beyond it. */
async function openAt(client: S3Client, key: string, progress: Progress): Promise<IncomingMessage | null> {
  const { offset, end, etag } = progress;
  const isWhole = offset === 0 && end === null;
  const lastByte = end === null ? '' : Math.max(offset, end - 1);
  const headers = {
    ...(!isWhole && { Range: `bytes=${offset}-${lastByte}` }),
    ...(etag !== undefined && { 'If-Match': etag }),
  };
  if (etag !== undefined && end !== null && offset >= end) return null;
  try {
    const response = await client.open({ method: 'GET', key, headers });
    if (end !== null && offset >= end) {
      response.destroy();
      return null;
    }
    return response;
  } catch (error) {
    if (error instanceof ObjectStoreError && error.message.includes('InvalidRange')) return null;
    throw whileReading(client.name, error);
  }
}

function whileReading(name: string, cause: unknown): unknown {
  if (!(cause instanceof ObjectStoreError && cause.message.includes('PreconditionFailed'))) return cause;
  return new ObjectStoreError('unavailable', `${name}: an object was replaced while it was being read`, { cause });
}
