import { type FileHandle, open } from 'node:fs/promises';
import { Batcher } from '@slipway/queue';
import { SEGMENT_BYTES, SPOOL_BATCH_BYTES, SPOOL_BATCH_DELIVERIES } from '../limits.js';
import type { SpoolFolder } from './spool-folder.js';
import { encodeRecord, type SpoolRecord } from './spool-record.js';

/** A file of records. */
export interface Segment {
  readonly path: string;
  /** Bytes of complete records on disk. */
  bytes: number;
  /** Bytes that are drained. */
  drainedTo: number;
  /** Written by another process, which may have acknowledged less than `bytes`. */
  readonly takenOver: boolean;
  /** No longer written to, so it may be drained to its end and deleted. */
  closed: boolean;
}

/** Appends records to segments; records that wait together share one write and one flush. */
export interface SegmentWriter {
  /** Resolves once the record is on disk. */
  append(record: SpoolRecord): Promise<void>;
  /** Closes the current segment, so that it can be drained; the next append starts another. */
  closeSegment(): Promise<void>;
}

export function createSegmentWriter(folder: SpoolFolder, onSegment: (segment: Segment) => void): SegmentWriter {
  let current: { handle: FileHandle; segment: Segment } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Writing and closing take turns. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work, work);
    turn = done;
    return done;
  }

  async function closeSegment(): Promise<void> {
    const closing = current;
    current = undefined;
    if (closing === undefined) return;
    closing.segment.closed = true;
    await closing.handle.close();
  }

  async function write(bytes: Buffer): Promise<void> {
    current ??= await openSegment(folder, onSegment);
    const { handle, segment } = current;
    try {
      await writeAll(handle, bytes);
      await handle.datasync();
    } catch (error) {
      // Records after a half-written one could not be read.
      await closeSegment().catch(() => undefined);
      throw error;
    }
    segment.bytes += bytes.length;
    if (segment.bytes >= SEGMENT_BYTES) await closeSegment();
  }

  const batcher = new Batcher<SpoolRecord, void>({
    concurrency: 1,
    maxItems: SPOOL_BATCH_DELIVERIES,
    maxWeight: SPOOL_BATCH_BYTES,
    weigh: ({ bytes }) => bytes,
    gatherMs: 0,
    async run(records) {
      const [first, ...others] = records.map(encodeRecord);
      if (first === undefined) return [];
      const bytes = others.length === 0 ? first : Buffer.concat([first, ...others]);
      await inTurn(() => write(bytes));
      return [];
    },
  });
  return { append: (record) => batcher.add(record), closeSegment: () => inTurn(closeSegment) };
}

/** One system call where possible: `writeFile` returns to the event loop after every half megabyte. */
async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written)).bytesWritten;
  }
}

async function openSegment(folder: SpoolFolder, onSegment: (segment: Segment) => void) {
  const path = await folder.nextSegment();
  const handle = await open(path, 'ax', 0o600);
  await folder.sync();
  const segment: Segment = { path, bytes: 0, drainedTo: 0, takenOver: false, closed: false };
  onSegment(segment);
  return { handle, segment };
}
