import type { FileHandle } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import { decodeRecord, recordLength } from './spool-record.js';

/** What is read at once; a record that is larger comes alone. */
const READ_BYTES = 1024 * 1024;
const MAX_DELIVERIES = 500;

/** Deliveries that lie one after the other, and where the next one starts. */
export interface ReadBatch {
  readonly deliveries: readonly Delivery[];
  readonly next: number;
}

/** The records from `offset` on, as many as are handed on together; none at the end, or where a record is cut off. */
export async function readBatch(file: FileHandle, offset: number): Promise<ReadBatch> {
  const chunk = await readAt(file, offset, READ_BYTES);
  const first = recordLength(chunk);
  const whole = first === null || first <= chunk.length ? chunk : await readAt(file, offset, first);
  const deliveries: Delivery[] = [];
  let read = 0;
  while (deliveries.length < MAX_DELIVERIES) {
    const record = decodeRecord(whole, read);
    if (record === null) break;
    deliveries.push(record.delivery);
    read = record.next;
  }
  return { deliveries, next: offset + read };
}

/** Fewer bytes only at the end of the file. */
async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
