import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import { SPOOL_BATCH_BYTES, SPOOL_BATCH_DELIVERIES } from '../limits.js';
import type { Segment } from './segment-writer.js';
import { ifMissing } from './spool-folder.js';
import { decodeRecord, findRecord, isCutOff, recordLength } from './spool-record.js';

/** Takes consecutive deliveries of the spool, all of them or none. */
export type Enqueue = (deliveries: readonly Delivery[]) => Promise<unknown>;

/** A damaged record, or several in a row, that were moved to the quarantine. */
export interface QuarantinedRecord {
  /** The segment, which is deleted once it is drained. */
  readonly segment: string;
  /** Where the bytes were in the segment. */
  readonly offset: number;
  readonly bytes: number;
  /** The file that holds them now. */
  readonly path: string;
}

export interface SegmentDraining {
  readonly enqueue: Enqueue;
  /** Makes the bytes of damaged records durable elsewhere; returns the path of the file. */
  readonly quarantine: (bytes: Buffer) => Promise<string>;
  readonly onQuarantine: (record: QuarantinedRecord) => void;
}

/**
 * Drains the closed segments and removes them from the set, until `enqueue` fails. A segment that cannot be read, or whose
 * damaged records cannot be kept, stays for the next time, and others do not wait for it.
 */
export async function drainSegments(segments: Set<Segment>, draining: SegmentDraining): Promise<void> {
  let isRefused = false;
  const problems: unknown[] = [];
  const enqueue: Enqueue = (deliveries) =>
    draining.enqueue(deliveries).catch((error: unknown) => {
      isRefused = true;
      throw error;
    });
  for (const segment of [...segments].filter(({ closed }) => closed)) {
    await drainSegment(segment, { ...draining, enqueue }).then(
      () => segments.delete(segment),
      (error: unknown) => problems.push(error),
    );
    if (isRefused) break;
  }
  if (problems.length > 0) throw problems.at(-1);
}

/** Enqueues the records of a segment from where the last drain stopped, and deletes the file at its end. */
async function drainSegment(segment: Segment, draining: SegmentDraining): Promise<void> {
  const file = await open(segment.path).catch(ifMissing(null));
  if (file === null) return;
  try {
    await drainFile(file, segment, draining);
  } finally {
    await file.close();
  }
  await unlink(segment.path).catch(ifMissing(undefined));
}

async function drainFile(file: FileHandle, segment: Segment, draining: SegmentDraining): Promise<void> {
  for (;;) {
    const { deliveries, next } = await readBatch(file, segment.drainedTo);
    if (deliveries.length > 0) {
      await draining.enqueue(deliveries);
      segment.drainedTo = next;
      continue;
    }
    const { bytes, isEnd } = await readUnreadable(file, segment.drainedTo);
    // Bytes at the end that were never acknowledged are no record, and are deleted with the file.
    if (bytes.length === 0 || (isEnd && isUnacknowledged(segment, bytes))) return;
    const path = await draining.quarantine(bytes);
    draining.onQuarantine({ segment: segment.path, offset: segment.drainedTo, bytes: bytes.length, path });
    segment.drainedTo += bytes.length;
  }
}

function isUnacknowledged({ takenOver, bytes: acknowledged, drainedTo }: Segment, bytes: Buffer): boolean {
  return takenOver ? isCutOff(bytes) : drainedTo >= acknowledged;
}

/** Reads one batch from `offset`, or one larger record. Empty at the end, or where a record is damaged or cut off. */
async function readBatch(file: FileHandle, offset: number) {
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

/** Reads the bytes from `offset`, where no record can be read, up to the next intact record or the end of the segment. */
async function readUnreadable(file: FileHandle, offset: number): Promise<{ bytes: Buffer; isEnd: boolean }> {
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
