import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import { createAdoption } from './adoption.js';
import { createSegmentFile, type Segment } from './segment-file.js';
import { readBatch } from './segment-reader.js';
import { createSegmentWriter } from './segment-writer.js';
import { isMissing, openSpoolFolder } from './spool-folder.js';
import { encodeRecord } from './spool-record.js';

/** Thrown when a delivery does not fit any more. */
export class SpoolFullError extends Error {
  constructor() {
    super('the spool is full');
    this.name = 'SpoolFullError';
  }
}

/** Takes deliveries that follow each other in the spool: all of them or none. */
export type HandOn = (deliveries: readonly Delivery[]) => Promise<unknown>;

/** A bounded queue on disk for what Redis cannot take at once. */
export interface Spool {
  /** Resolves once the delivery is on disk. */
  append(delivery: Delivery): Promise<void>;
  /** Bytes waiting to be drained. */
  bytes(): number;
  /**
   * Hands everything on, oldest first, about a megabyte or a single delivery at a time, until it is empty or that
   * fails; what was handed on is not handed on again.
   */
  drain(handOn: HandOn): Promise<void>;
  /** Takes over what processes left that are gone. */
  adoptOrphans(): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  readonly dir: string;
  readonly limitBytes: number;
}

/** Opens a spool in a folder of its own below `dir`: processes may share `dir`. */
export async function openSpool({ dir, limitBytes }: SpoolOptions): Promise<Spool> {
  /** Of dead processes, and so older. */
  const adopted = new Set<Segment>();
  const written = new Set<Segment>();
  /** Of records whose turn to be written has not come, about, and of those that are being written. */
  const upcoming = { waiting: 0, writing: 0 };
  let draining: Promise<void> | undefined;
  const folder = await openSpoolFolder(dir, () => void writer.revive().then(forgetTaken, () => undefined));
  const writer = createSegmentWriter(createSegmentFile(folder, (segment) => written.add(segment)));
  const adopt = createAdoption(dir, folder, async (path) => {
    adopted.add({ path, bytes: (await stat(path)).size, drainedTo: 0, closed: true });
  });

  function used(): number {
    let sum = upcoming.writing;
    for (const { bytes, drainedTo } of adopted) sum += bytes - drainedTo;
    for (const { bytes, drainedTo } of written) sum += bytes - drainedTo;
    return sum;
  }

  /** What another process took over is no longer this one's to count. */
  async function forgetTaken(): Promise<void> {
    for (const segments of [adopted, written]) {
      for (const segment of segments) {
        const isGone = await stat(segment.path).then(() => false, isMissing);
        if (isGone) segments.delete(segment);
      }
    }
  }

  async function drainAll(handOn: HandOn): Promise<void> {
    await writer.rotate();
    for (const segments of [adopted, written]) {
      for (const segment of [...segments].filter(({ closed }) => closed)) {
        await drainSegment(segment, handOn);
        segments.delete(segment);
      }
    }
  }

  /** Reserves room for about what it will be until its turn comes, and for what it is then. */
  function reserve(delivery: Delivery) {
    const weight = delivery.body.length;
    if (used() + upcoming.waiting + weight > limitBytes) throw new SpoolFullError();
    upcoming.waiting += weight;
    let size = 0;
    return {
      weight,
      encode() {
        upcoming.waiting -= weight;
        const record = encodeRecord(delivery);
        if (used() + record.length > limitBytes) throw new SpoolFullError();
        size = record.length;
        upcoming.writing += size;
        return record;
      },
      settled() {
        upcoming.writing -= size;
      },
    };
  }

  return {
    async append(delivery) {
      const record = reserve(delivery);
      await writer.append(record).finally(record.settled);
    },
    bytes: used,
    drain(handOn) {
      draining ??= drainAll(handOn).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    adoptOrphans: adopt,
    async close() {
      await writer.rotate();
      await folder.close();
    },
  };
}

/** What lies behind the last whole record was never acknowledged, and goes with the file. */
async function drainSegment(segment: Segment, handOn: HandOn): Promise<void> {
  const file = await open(segment.path).catch(missing);
  // Another process took it over while this one was paused.
  if (file === null) return;
  try {
    await drainFile(file, segment, handOn);
  } finally {
    await file.close();
  }
  await unlink(segment.path).catch(missing);
}

async function drainFile(file: FileHandle, segment: Segment, handOn: HandOn): Promise<void> {
  for (;;) {
    const { deliveries, next } = await readBatch(file, segment.drainedTo);
    if (deliveries.length === 0) return;
    await handOn(deliveries);
    segment.drainedTo = next;
  }
}

function missing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
