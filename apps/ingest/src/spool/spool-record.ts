import { createHash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';

const HEAD = /^(\d{1,10}) ([0-9a-f]{16})$/;
const MAX_HEAD_BYTES = 32;

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** A delivery as it lies in a spool file: its length and digest on a line, then its JSON on another. */
export function encodeRecord(delivery: Delivery): Buffer {
  const body = Buffer.from(JSON.stringify(delivery));
  return Buffer.concat([Buffer.from(`${body.length} ${digestOf(body)}\n`), body, Buffer.from('\n')]);
}

/** The record at `offset` and where the next one starts; null at the end, or where a crash cut a record off. */
export function decodeRecord(bytes: Buffer, offset: number): { delivery: Delivery; next: number } | null {
  const lineEnd = bytes.subarray(offset, offset + MAX_HEAD_BYTES).indexOf('\n');
  const head = lineEnd === -1 ? null : HEAD.exec(bytes.toString('latin1', offset, offset + lineEnd));
  if (head === null) return null;
  const start = offset + lineEnd + 1;
  const body = bytes.subarray(start, start + Number(head[1]));
  if (body.length !== Number(head[1]) || digestOf(body) !== head[2]) return null;
  return { delivery: JSON.parse(body.toString('utf8')) as Delivery, next: start + body.length + 1 };
}
