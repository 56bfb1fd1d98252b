import { createHash } from 'node:crypto';
import { requireKey, requirePrefix } from '../object-key.js';
import { type ListedObject, type ObjectStore, ObjectStoreError } from '../object-store.js';
import { createS3Client, type S3Client } from './s3-client.js';
import { downloadObject } from './s3-download.js';
import type { S3Limits, S3Options } from './s3-request.js';
import { encryptionHeaders, uploadObject } from './s3-upload.js';
import { escapeXml, readElements } from './s3-xml.js';

const MEBIBYTE = 1024 * 1024;
/** The most that one request may delete. */
const DELETED_AT_ONCE = 1_000;

export const S3_LIMITS: S3Limits = {
  answerMs: 15_000,
  silenceMs: 20_000,
  attempts: 4,
  firstRetryMs: 200,
  maxRetryMs: 5_000,
  partBytes: 8 * MEBIBYTE,
};

/** Opens a bucket as an object store. Sends nothing yet. */
export function openS3Store(options: S3Options): ObjectStore {
  const { address, limits } = options;
  const { prefix, encryption } = address;
  const client = createS3Client(options);
  return {
    name: client.name,
    put(key, body) {
      const target = { client, key: prefix + requireKey(key), encryption, partBytes: limits.partBytes };
      return uploadObject(target, body);
    },
    async create(key, body) {
      const headers = { ...encryptionHeaders(encryption), 'If-None-Match': '*' };
      try {
        await client.call({ method: 'PUT', key: prefix + requireKey(key), headers, body: Buffer.from(body) });
        return true;
      } catch (error) {
        if (error instanceof ObjectStoreError && error.message.includes('PreconditionFailed')) return false;
        throw error;
      }
    },
    get: (key, range) => downloadObject(client, prefix + requireKey(key), range),
    async delete(keys) {
      const all = keys.map((key) => prefix + requireKey(key));
      for (let start = 0; start < all.length; start += DELETED_AT_ONCE)
        await deleteObjects(client, all.slice(start, start + DELETED_AT_ONCE));
    },
    list: (wanted) => listObjects(client, prefix, requirePrefix(wanted)),
    close: client.close,
  };
}

async function deleteObjects(client: S3Client, keys: readonly string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('');
  const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
  const headers = { 'Content-MD5': createHash('md5').update(body).digest('base64') };
  await client.call({ method: 'POST', key: '', query: '?delete=', headers, body }, (text) => {
    const failed = readElements(text, 'Error').filter(({ Code }) => Code !== 'NoSuchKey');
    const code = failed[0]?.['Code'];
    if (code === undefined) return;
    const problem = code === 'AccessDenied' ? 'refused' : 'unavailable';
    throw new ObjectStoreError(problem, `${client.name} did not delete ${failed.length} objects: ${code}`);
  });
}

async function* listObjects(client: S3Client, base: string, prefix: string): AsyncGenerator<ListedObject> {
  const wanted = `list-type=2&prefix=${encodeURIComponent(base + prefix)}`;
  for (let token = ''; ; ) {
    // Query parameters are signed in alphabetical order.
    const query = token === '' ? `?${wanted}` : `?continuation-token=${encodeURIComponent(token)}&${wanted}`;
    const { text } = await client.call({ method: 'GET', key: '', query });
    for (const { Key, Size, LastModified } of readElements(text, 'Contents')) {
      if (Key === undefined || Size === undefined || LastModified === undefined) continue;
      yield { key: Key.slice(base.length), sizeBytes: Number(Size), modifiedAt: new Date(LastModified) };
    }
    token = readElements(text, 'ListBucketResult')[0]?.['NextContinuationToken'] ?? '';
    if (token === '') return;
  }
}
