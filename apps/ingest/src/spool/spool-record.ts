import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';

const HEAD = /^(\d{1,10}) ([0-9a-f]{16}) (\d{1,10})$/;
const MAX_HEAD_BYTES = 48;
const DIGEST_CHARACTERS = 16;

const digestOf = (bytes: Buffer) => hash('sha256', bytes, 'hex').slice(0, DIGEST_CHARACTERS);

/** A delivery that is about to be written, with the exact size of its record. */
export interface SpoolRecord {
  readonly bytes: number;
  /** The delivery without its body. */
  readonly json: string;
  readonly body: string;
  readonly bodyBytes: number;
}

export function toRecord({ body, ...rest }: Delivery): SpoolRecord {
  const json = JSON.stringify(rest);
  const bodyBytes = Buffer.byteLength(body);
  const length = Buffer.byteLength(json) + bodyBytes;
  return { json, body, bodyBytes, bytes: headBytes(length, bodyBytes) + length + 1 };
}

const headBytes = (length: number, bodyBytes: number) => `${length} ${bodyBytes}`.length + DIGEST_CHARACTERS + 2;

/**
 * A record is one line with the length of the content, its digest and the length of the body, then the content: the
 * delivery as JSON, followed by its body. The body is not part of the JSON because escaping a large body takes longer
 * than storing it.
 */
export function encodeRecord({ json, body, bodyBytes, bytes }: SpoolRecord): Buffer {
  const length = Buffer.byteLength(json) + bodyBytes;
  const record = Buffer.allocUnsafe(bytes);
  const content = record.subarray(headBytes(length, bodyBytes), -1);
  content.write(json);
  content.write(body, length - bodyBytes);
  record.write(`${length} ${digestOf(content)} ${bodyBytes}\n`, 'latin1');
  record.write('\n', bytes - 1, 'latin1');
  return record;
}

interface Head {
  readonly start: number;
  readonly end: number;
  readonly digest: string;
  readonly bodyBytes: number;
}

/** Null where there is no complete head. */
function headAt(bytes: Buffer, offset: number): Head | null {
  const lineEnd = bytes.subarray(offset, offset + MAX_HEAD_BYTES).indexOf('\n');
  const head = lineEnd === -1 ? null : HEAD.exec(bytes.toString('latin1', offset, offset + lineEnd));
  if (head === null) return null;
  const [, length, digest = '', bodyBytes] = head;
  const start = offset + lineEnd + 1;
  return { start, end: start + Number(length), digest, bodyBytes: Number(bodyBytes) };
}

/** The length of the record at the start of `bytes`, according to its head; null where there is no complete head. */
export function recordLength(bytes: Buffer): number | null {
  const head = headAt(bytes, 0);
  return head === null ? null : head.end + 1;
}

/** The record at `offset` and the offset of the next; null at the end, or where a crash cut a record off. */
export function decodeRecord(bytes: Buffer, offset: number): { delivery: Delivery; next: number } | null {
  const head = headAt(bytes, offset);
  if (head === null) return null;
  const { start, end, digest, bodyBytes } = head;
  const content = bytes.subarray(start, end);
  if (content.length !== end - start || digestOf(content) !== digest) return null;
  const split = content.length - bodyBytes;
  const rest = JSON.parse(content.toString('utf8', 0, split)) as Omit<Delivery, 'body'>;
  return { delivery: { ...rest, body: content.toString('utf8', split) }, next: end + 1 };
}
