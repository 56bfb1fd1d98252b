import { stat } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import { readQuarantine, type SpoolQuarantine } from '@slipway/runtime';
import { drainSegments, type Enqueue, type QuarantinedRecord } from './drain-segments.js';
import { putInQuarantine } from './quarantine.js';
import { type Segment, SegmentWriter } from './segment-writer.js';
import { openSpoolFolder, type SpoolFolder } from './spool-folder.js';
import { toRecord } from './spool-record.js';

/** Thrown when a delivery does not fit. */
export class SpoolFullError extends Error {
  constructor() {
    super('the spool is full');
    this.name = 'SpoolFullError';
  }
}

export interface SpoolOptions {
  readonly dir: string;
  /** For the spool and its quarantine together. */
  readonly limitBytes: number;
  /** Called when a damaged record is in the quarantine. */
  readonly onQuarantine?: (record: QuarantinedRecord) => void;
}

/** Opens a spool in a folder of its own below `dir`, which several processes may share. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  return new Spool(options, await openSpoolFolder(options.dir), await readQuarantine(options.dir));
}

/** A bounded queue on disk for deliveries that Redis cannot take, and for large ones. */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #folder: SpoolFolder;
  readonly #segments = new Set<Segment>();
  readonly #writer: SegmentWriter;
  #quarantined: SpoolQuarantine;
  #unwrittenBytes = 0;
  #draining: Promise<void> | undefined;

  constructor(options: SpoolOptions, folder: SpoolFolder, quarantined: SpoolQuarantine) {
    this.#options = options;
    this.#folder = folder;
    this.#quarantined = quarantined;
    this.#writer = new SegmentWriter(folder, (segment) => this.#segments.add(segment));
  }

  /** Resolves once the delivery is on disk. */
  async append(delivery: Delivery): Promise<void> {
    const record = toRecord(delivery);
    const usedBytes = this.bytes() + this.#quarantined.bytes + this.#unwrittenBytes;
    if (usedBytes + record.bytes > this.#options.limitBytes) throw new SpoolFullError();
    this.#unwrittenBytes += record.bytes;
    await this.#writer.append(record).finally(() => {
      this.#unwrittenBytes -= record.bytes;
    });
  }

  /** Bytes that wait to be drained. */
  bytes(): number {
    let sum = 0;
    for (const { bytes, drainedTo } of this.#segments) sum += bytes - drainedTo;
    return sum;
  }

  /** What is in the quarantine. */
  quarantined(): SpoolQuarantine {
    return this.#quarantined;
  }

  /**
   * Enqueues everything, about a megabyte or one delivery at a time, until the spool is empty or `enqueue` fails. Damaged
   * records go to the quarantine. Calls at the same time share one run.
   */
  drain(enqueue: Enqueue): Promise<void> {
    this.#draining ??= this.#drain(enqueue).finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  /** Takes over what ended processes of this host have left. */
  async takeOver(): Promise<void> {
    // Operators and other processes change the quarantine too.
    this.#quarantined = await readQuarantine(this.#options.dir);
    for (const path of await this.#folder.takeOver()) {
      this.#segments.add({ path, bytes: (await stat(path)).size, drainedTo: 0, takenOver: true, closed: true });
    }
  }

  async close(): Promise<void> {
    await this.#writer.closeSegment();
    await this.#folder.close();
  }

  async #drain(enqueue: Enqueue): Promise<void> {
    const { dir, onQuarantine } = this.#options;
    await this.#writer.closeSegment();
    await drainSegments(this.#segments, {
      enqueue,
      quarantine: async (bytes) => {
        const path = await putInQuarantine(dir, bytes);
        this.#quarantined = await readQuarantine(dir);
        return path;
      },
      onQuarantine: (record) => onQuarantine?.(record),
    });
  }
}
