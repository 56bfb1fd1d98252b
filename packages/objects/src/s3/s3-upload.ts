import type { S3Encryption } from '@slipway/domain';
import type { ObjectBody } from '../object-store.js';
import { ObjectStoreError } from '../object-store.js';
import type { S3Client } from './s3-client.js';
import { escapeXml, readElements } from './s3-xml.js';

export interface S3Target {
  readonly client: S3Client;
  readonly key: string;
  readonly encryption: S3Encryption | null;
  readonly partBytes: number;
}

/** Uploads an object with one request, or in parts if it is larger than a part. Returns its size. */
export async function uploadObject(target: S3Target, body: ObjectBody): Promise<number> {
  const parts = inParts(body, target.partBytes);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  const second = await parts.next();
  if (second.done) {
    await target.client.call({
      method: 'PUT',
      key: target.key,
      headers: encryptionHeaders(target.encryption),
      body: first,
    });
    return first.length;
  }
  return uploadParts(target, rejoin([first, second.value], parts));
}

async function* rejoin(read: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* read;
  yield* rest;
}

async function uploadParts(target: S3Target, parts: AsyncIterable<Buffer>): Promise<number> {
  const { client, key } = target;
  const headers = encryptionHeaders(target.encryption);
  const { text } = await client.call({ method: 'POST', key, query: '?uploads=', headers });
  const id = readElements(text, 'InitiateMultipartUploadResult')[0]?.['UploadId'];
  if (id === undefined) throw new ObjectStoreError('unavailable', `${client.name} began no upload in parts`);
  const upload = `uploadId=${encodeURIComponent(id)}`;
  try {
    const tags: string[] = [];
    let size = 0;
    for await (const body of parts) {
      const query = `?partNumber=${tags.length + 1}&${upload}`;
      const answer = await client.call({ method: 'PUT', key, query, body });
      tags.push(answer.headers.etag ?? '');
      size += body.length;
    }
    await client.call({ method: 'POST', key, query: `?${upload}`, body: Buffer.from(completion(tags)) });
    return size;
  } catch (error) {
    // Parts that stay behind cost money. If this fails too, the bucket's lifecycle rule removes them.
    await client.call({ method: 'DELETE', key, query: `?${upload}` }).catch(() => undefined);
    throw error;
  }
}

function completion(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

/** What asks the service to encrypt a new object. */
export function encryptionHeaders(encryption: S3Encryption | null): Record<string, string> {
  if (encryption === null) return {};
  const headers: Record<string, string> = { 'x-amz-server-side-encryption': encryption.algorithm };
  if (encryption.kmsKeyId !== null) headers['x-amz-server-side-encryption-aws-kms-key-id'] = encryption.kmsKeyId;
  return headers;
}

/** Parts of a size, the last one smaller. */
async function* inParts(body: ObjectBody, partBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    for (let rest = asBuffer(piece); rest.length > 0; ) {
      const taken = rest.subarray(0, partBytes - size);
      rest = rest.subarray(taken.length);
      waiting.push(taken);
      size += taken.length;
      if (size < partBytes) continue;
      yield joined(waiting);
      waiting = [];
      size = 0;
    }
  }
  if (size > 0) yield joined(waiting);
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const joined = (parts: Buffer[]) =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
