import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import { readBatch } from './segment-reader.js';
import { createSegmentWriter, type Segment } from './segment-writer.js';
import { ifMissing, openSpoolFolder } from './spool-folder.js';
import { toRecord } from './spool-record.js';

/** Thrown when a delivery does not fit. */
export class SpoolFullError extends Error {
  constructor() {
    super('the spool is full');
    this.name = 'SpoolFullError';
  }
}

/** Takes consecutive deliveries of the spool, all of them or none. */
export type Enqueue = (deliveries: readonly Delivery[]) => Promise<unknown>;

/** A bounded queue on disk for deliveries that Redis cannot take, and for large ones. */
export interface Spool {
  /** Resolves once the delivery is on disk. */
  append(delivery: Delivery): Promise<void>;
  /** Bytes that wait to be drained. */
  bytes(): number;
  /**
   * Enqueues everything, about a megabyte or one delivery at a time, until the spool is empty or `enqueue` fails. Calls
   * at the same time share one run.
   */
  drain(enqueue: Enqueue): Promise<void>;
  /** Takes over what ended processes of this host have left. */
  takeOver(): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  readonly dir: string;
  readonly limitBytes: number;
}

/** Opens a spool in a folder of its own below `dir`, which several processes may share. */
export async function openSpool({ dir, limitBytes }: SpoolOptions): Promise<Spool> {
  const segments = new Set<Segment>();
  let unwrittenBytes = 0;
  let draining: Promise<void> | undefined;
  const folder = await openSpoolFolder(dir);
  const writer = createSegmentWriter(folder, (segment) => segments.add(segment));

  function storedBytes(): number {
    let sum = 0;
    for (const { bytes, drainedTo } of segments) sum += bytes - drainedTo;
    return sum;
  }

  async function drainAll(enqueue: Enqueue): Promise<void> {
    await writer.closeSegment();
    for (const segment of [...segments].filter(({ closed }) => closed)) {
      await drainSegment(segment, enqueue);
      segments.delete(segment);
    }
  }

  return {
    async append(delivery) {
      const record = toRecord(delivery);
      if (storedBytes() + unwrittenBytes + record.bytes > limitBytes) throw new SpoolFullError();
      unwrittenBytes += record.bytes;
      await writer.append(record).finally(() => {
        unwrittenBytes -= record.bytes;
      });
    },
    bytes: storedBytes,
    drain(enqueue) {
      draining ??= drainAll(enqueue).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    async takeOver() {
      for (const path of await folder.takeOver()) {
        segments.add({ path, bytes: (await stat(path)).size, drainedTo: 0, closed: true });
      }
    },
    async close() {
      await writer.closeSegment();
      await folder.close();
    },
  };
}

/** Bytes after the last complete record were never acknowledged, and are deleted with the file. */
async function drainSegment(segment: Segment, enqueue: Enqueue): Promise<void> {
  const file = await open(segment.path).catch(ifMissing(null));
  if (file === null) return;
  try {
    await drainFile(file, segment, enqueue);
  } finally {
    await file.close();
  }
  await unlink(segment.path).catch(ifMissing(undefined));
}

async function drainFile(file: FileHandle, segment: Segment, enqueue: Enqueue): Promise<void> {
  for (;;) {
    const { deliveries, next } = await readBatch(file, segment.drainedTo);
    if (deliveries.length === 0) return;
    await enqueue(deliveries);
    segment.drainedTo = next;
  }
}
