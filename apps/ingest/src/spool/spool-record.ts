import { createHash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';

const HEAD = /^(\d{1,10}) ([0-9a-f]{16})$/;
const MAX_HEAD_BYTES = 32;

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** A delivery as it lies in a spool file: its length and digest on a line, then its JSON on another. */
export function encodeRecord(delivery: Delivery): Buffer {
  const json = JSON.stringify(delivery);
  const length = Buffer.byteLength(json);
  // Written in place: a large delivery is copied once.
  const record = Buffer.allocUnsafe(headBytes(length) + length + 1);
  const body = record.subarray(headBytes(length), -1);
  body.write(json);
  record.write(`${length} ${digestOf(body)}\n`, 'latin1');
  record.write('\n', record.length - 1, 'latin1');
  return record;
}

const headBytes = (length: number) => String(length).length + 18;

/** Where the body of the record at `offset` starts and ends; null where there is no whole head. */
function boundsOf(bytes: Buffer, offset: number): { start: number; end: number; digest: string } | null {
  const lineEnd = bytes.subarray(offset, offset + MAX_HEAD_BYTES).indexOf('\n');
  const head = lineEnd === -1 ? null : HEAD.exec(bytes.toString('latin1', offset, offset + lineEnd));
  if (head === null) return null;
  const start = offset + lineEnd + 1;
  return { start, end: start + Number(head[1]), digest: head[2] as string };
}

/** How many bytes the record at the start of `bytes` has, as its head says; null where there is no whole head. */
export function recordLength(bytes: Buffer): number | null {
  const bounds = boundsOf(bytes, 0);
  return bounds === null ? null : bounds.end + 1;
}

/** The record at `offset` and where the next one starts; null at the end, or where a crash cut a record off. */
export function decodeRecord(bytes: Buffer, offset: number): { delivery: Delivery; next: number } | null {
  const bounds = boundsOf(bytes, offset);
  if (bounds === null) return null;
  const { start, end, digest } = bounds;
  const body = bytes.subarray(start, end);
  if (body.length !== end - start || digestOf(body) !== digest) return null;
  return { delivery: JSON.parse(body.toString('utf8')) as Delivery, next: end + 1 };
}
