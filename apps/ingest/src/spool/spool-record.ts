import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';

const HEAD = /^([1-9]\d{0,9}) ([0-9a-f]{16}) (\d{1,10})$/;
const START_OF_HEAD = /^[1-9]\d{0,9}(?: (?:[0-9a-f]{0,16}|[0-9a-f]{16} \d{0,10}))?$/;
const AFTER_LENGTH = / [0-9a-f]{16} \d{1,10}\n/g;
const MAX_LENGTH_DIGITS = 10;
const MAX_HEAD_BYTES = 48;
const LINE_FEED = 0x0a;
const DIGEST_CHARACTERS = 16;

const digestOf = (bytes: Buffer) => hash('sha256', bytes, 'hex').slice(0, DIGEST_CHARACTERS);

/** A delivery that is about to be written, with the exact size of its record. */
export interface SpoolRecord {
  readonly bytes: number;
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

/** The record at `offset` and the offset of the next; null where there is none, or a damaged or incomplete one. */
export function decodeRecord(bytes: Buffer, offset: number): { delivery: Delivery; next: number } | null {
  const head = headAt(bytes, offset);
  if (head === null) return null;
  const { start, end, digest, bodyBytes } = head;
  const content = bytes.subarray(start, end);
  if (content.length !== end - start || digestOf(content) !== digest) return null;
  const split = content.length - bodyBytes;
  const rest = parseObject(content.toString('utf8', 0, split));
  return rest && { delivery: { ...rest, body: content.toString('utf8', split) }, next: end + 1 };
}

/**
 * The digest does not cover the length of the body, but a wrong one is noticed: no other part of the content that begins
 * and ends like this one is JSON.
 */
function parseObject(json: string): Omit<Delivery, 'body'> | null {
  if (!json.endsWith('}')) return null;
  try {
    return JSON.parse(json) as Omit<Delivery, 'body'>;
  } catch {
    return null;
  }
}

/**
 * The offset of the first intact record from `from` on; null where there is none. A record cannot be mistaken for another
 * that a sender has hidden in its body: bodies are JSON, which nowhere contains the end of a head.
 */
export function findRecord(bytes: Buffer, from: number): number | null {
  for (const { index } of bytes.toString('latin1').matchAll(AFTER_LENGTH)) {
    // What precedes the head may be damaged, and end in a digit.
    for (let at = Math.max(from, index - MAX_LENGTH_DIGITS); at < index; at += 1) {
      if (decodeRecord(bytes, at) !== null) return at;
    }
  }
  return null;
}

/**
 * Whether `bytes`, at the end of a segment, are the beginning of a record that a crash cut off. A whole record whose
 * length is damaged ends with a line feed.
 */
export function isCutOff(bytes: Buffer): boolean {
  const head = headAt(bytes, 0);
  if (head === null) return START_OF_HEAD.test(bytes.toString('latin1', 0, MAX_HEAD_BYTES));
  return bytes.length < head.end && (bytes.length === head.start || bytes.at(-1) !== LINE_FEED);
}
