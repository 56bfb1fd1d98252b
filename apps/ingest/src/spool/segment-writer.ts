import { type FileHandle, open } from 'node:fs/promises';
import { Batcher } from '@slipway/queue';
import { SEGMENT_BYTES, SPOOL_BATCH_BYTES, SPOOL_BATCH_DELIVERIES } from '../limits.js';
import type { SpoolFolder } from './spool-folder.js';
import { encodeRecord, type SpoolRecord } from './spool-record.js';

export interface Segment {
  readonly path: string;
  /** Bytes of complete records on disk. */
  bytes: number;
  drainedTo: number;
  /** Written by another process, which may have acknowledged less than `bytes`. */
  readonly takenOver: boolean;
  /** No longer written to, so it may be drained to its end and deleted. */
  closed: boolean;
}

/** Appends records to segments; records that wait together share one write and one flush. */
export class SegmentWriter {
  readonly #folder: SpoolFolder;
  readonly #onSegment: (segment: Segment) => void;
  readonly #batcher = new Batcher<SpoolRecord, void>({
    concurrency: 1,
    maxItems: SPOOL_BATCH_DELIVERIES,
    maxWeight: SPOOL_BATCH_BYTES,
    weigh: ({ bytes }) => bytes,
    gatherMs: 0,
    run: async (records) => {
      const [first, ...others] = records.map(encodeRecord) as [Buffer, ...Buffer[]];
      const bytes = others.length === 0 ? first : Buffer.concat([first, ...others]);
      await this.#inTurn(() => this.#write(bytes));
      return [];
    },
  });
  #current: { handle: FileHandle; segment: Segment } | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: SpoolFolder, onSegment: (segment: Segment) => void) {
    this.#folder = folder;
    this.#onSegment = onSegment;
  }

  /** Resolves once the record is on disk. */
  append(record: SpoolRecord): Promise<void> {
    return this.#batcher.add(record);
  }

  /** Closes the current segment, so that it can be drained; the next append starts another. */
  closeSegment(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  /** Writing and closing take turns. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done;
    return done;
  }

  async #close(): Promise<void> {
    const closing = this.#current;
    this.#current = undefined;
    if (closing === undefined) return;
    closing.segment.closed = true;
    await closing.handle.close();
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#current ??= await this.#open();
    const { handle, segment } = this.#current;
    try {
      await writeAll(handle, bytes);
      await handle.datasync();
    } catch (error) {
      // Records after a half-written one could not be read, and on a full disk it takes the room of others.
      await handle.truncate(segment.bytes).catch(() => undefined);
      await this.#close().catch(() => undefined);
      throw error;
    }
    segment.bytes += bytes.length;
    if (segment.bytes >= SEGMENT_BYTES) await this.#close();
  }

  async #open() {
    const path = await this.#folder.nextSegment();
    const handle = await open(path, 'ax', 0o600);
    await this.#folder.sync();
    const segment: Segment = { path, bytes: 0, drainedTo: 0, takenOver: false, closed: false };
    this.#onSegment(segment);
    return { handle, segment };
  }
}

/** One system call where possible: `writeFile` returns to the event loop after every half megabyte. */
async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written)).bytesWritten;
  }
}
