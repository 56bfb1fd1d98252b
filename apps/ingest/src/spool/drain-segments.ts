import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import type { Quarantine } from './quarantine.js';
import { readBatch, readUnreadable, type UnreadableBytes } from './segment-reader.js';
import type { Segment } from './segment-writer.js';
import { ifMissing } from './spool-folder.js';
import { isCutOff } from './spool-record.js';

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
  readonly quarantine: Pick<Quarantine, 'keep'>;
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
    const unreadable = await readUnreadable(file, segment.drainedTo);
    if (isEndOf(segment, unreadable)) return;
    await putAside(segment, unreadable.bytes, draining);
  }
}

/** Bytes that were never acknowledged are no record, and are deleted with the file. */
function isEndOf(
  { takenOver, bytes: acknowledged, drainedTo }: Segment,
  { bytes, isEnd }: UnreadableBytes,
): boolean {
  if (bytes.length === 0) return true;
  return isEnd && (takenOver ? isCutOff(bytes) : drainedTo >= acknowledged);
}

async function putAside(
  segment: Segment,
  bytes: Buffer,
  { quarantine, onQuarantine }: SegmentDraining,
): Promise<void> {
  const path = await quarantine.keep(bytes);
  onQuarantine({ segment: segment.path, offset: segment.drainedTo, bytes: bytes.length, path });
  segment.drainedTo += bytes.length;
}
