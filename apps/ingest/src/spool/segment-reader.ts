import type { FileHandle } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import { SPOOL_BATCH_BYTES, SPOOL_BATCH_DELIVERIES } from '../limits.js';
import { decodeRecord, findRecord, recordLength } from './spool-record.js';

/** Consecutive deliveries of a segment, and the offset of the next one. */
export interface ReadBatch {
  readonly deliveries: readonly Delivery[];
  readonly next: number;
}

/** Reads one batch from `offset`, or one larger record. Empty at the end, or where a record is damaged or cut off. */
export async function readBatch(file: FileHandle, offset: number): Promise<ReadBatch> {
  const chunk = await readAt(file, offset, SPOOL_BATCH_BYTES);
  const first = recordLength(chunk);
  const bytes = first === null || first <= chunk.length ? chunk : await readAt(file, offset, first);
  const deliveries: Delivery[] = [];
  let read = 0;
  while (deliveries.length < SPOOL_BATCH_DELIVERIES) {
    const record = decodeRecord(bytes, read);
    if (record === null) break;
    deliveries.push(record.delivery);
    read = record.next;
  }
  return { deliveries, next: offset + read };
}

/** Bytes of a segment that are no record. */
export interface UnreadableBytes {
  readonly bytes: Buffer;
  /** Whether the segment ends with them. */
  readonly isEnd: boolean;
}

/** Reads the bytes from `offset`, where no record can be read, up to the next intact record. */
export async function readUnreadable(file: FileHandle, offset: number): Promise<UnreadableBytes> {
  for (let length = SPOOL_BATCH_BYTES; ; length *= 2) {
    const bytes = await readAt(file, offset, length);
    const next = findRecord(bytes, 1);
    if (next !== null) return { bytes: bytes.subarray(0, next), isEnd: false };
    if (bytes.length < length) return { bytes, isEnd: true };
  }
}

/** Returns fewer bytes only at the end of the file. */
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
