import { createHash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';

const HEAD = /^(\d{1,10}) ([0-9a-f]{16})(?: (\d{1,10}))?$/;
const MAX_HEAD_BYTES = 48;
const DIGEST_CHARACTERS = 16;

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_CHARACTERS);

/**
 * A delivery as it lies in a spool file. A line tells the length of what follows, its digest, and how much of its end is
 * the delivery's body, which is written as it is: to escape a large one takes longer than to store it. Before the body
 * stands all else of the delivery as JSON.
 */
export function encodeRecord({ body, ...rest }: Delivery): Buffer {
  const json = JSON.stringify(rest);
  const bodyBytes = Buffer.byteLength(body);
  const length = Buffer.byteLength(json) + bodyBytes;
  const headBytes = `${length} ${bodyBytes}`.length + DIGEST_CHARACTERS + 2;
  const record = Buffer.allocUnsafe(headBytes + length + 1);
  const content = record.subarray(headBytes, -1);
  content.write(json);
  content.write(body, length - bodyBytes);
  record.write(`${length} ${digestOf(content)} ${bodyBytes}\n`, 'latin1');
  record.write('\n', record.length - 1, 'latin1');
  return record;
}

interface Head {
  readonly start: number;
  readonly end: number;
  readonly digest: string;
  /** Undefined when the body is part of the JSON, as an earlier release wrote it. */
  readonly bodyBytes: number | undefined;
}

/** Null where there is no whole head. */
function headAt(bytes: Buffer, offset: number): Head | null {
  const lineEnd = bytes.subarray(offset, offset + MAX_HEAD_BYTES).indexOf('\n');
  const head = lineEnd === -1 ? null : HEAD.exec(bytes.toString('latin1', offset, offset + lineEnd));
  if (head === null) return null;
  const [, length, digest = '', bodyBytes] = head;
  const start = offset + lineEnd + 1;
  return {
    start,
    end: start + Number(length),
    digest,
    bodyBytes: bodyBytes === undefined ? undefined : Number(bodyBytes),
  };
}

/** How many bytes the record at the start of `bytes` has, as its head says; null where there is no whole head. */
export function recordLength(bytes: Buffer): number | null {
  const head = headAt(bytes, 0);
  return head === null ? null : head.end + 1;
}

/** The record at `offset` and where the next one starts; null at the end, or where a crash cut a record off. */
export function decodeRecord(bytes: Buffer, offset: number): { delivery: Delivery; next: number } | null {
  const head = headAt(bytes, offset);
  if (head === null) return null;
  const { start, end, digest, bodyBytes } = head;
  const content = bytes.subarray(start, end);
  if (content.length !== end - start || digestOf(content) !== digest) return null;
  const split = content.length - (bodyBytes ?? 0);
  const rest = JSON.parse(content.toString('utf8', 0, split)) as Delivery;
  const delivery = bodyBytes === undefined ? rest : { ...rest, body: content.toString('utf8', split) };
  return { delivery, next: end + 1 };
}
