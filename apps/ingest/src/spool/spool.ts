import { stat } from 'node:fs/promises';
import type { Delivery } from '@slipway/contracts';
import type { SpoolQuarantine } from '@slipway/runtime';
import { drainSegments, type Enqueue, type QuarantinedRecord } from './drain-segments.js';
import { openQuarantine } from './quarantine.js';
import { createSegmentWriter, type Segment } from './segment-writer.js';
import { openSpoolFolder } from './spool-folder.js';
import { toRecord } from './spool-record.js';

/** Thrown when a delivery does not fit. */
export class SpoolFullError extends Error {
  constructor() {
    super('the spool is full');
    this.name = 'SpoolFullError';
  }
}

/** A bounded queue on disk for deliveries that Redis cannot take, and for large ones. */
export interface Spool {
  /** Resolves once the delivery is on disk. */
  append(delivery: Delivery): Promise<void>;
  /** Bytes that wait to be drained. */
  bytes(): number;
  /**
   * Enqueues everything, about a megabyte or one delivery at a time, until the spool is empty or `enqueue` fails. Damaged
   * records go to the quarantine. Calls at the same time share one run.
   */
  drain(enqueue: Enqueue): Promise<void>;
  /** What is in the quarantine. */
  quarantined(): SpoolQuarantine;
  /** Takes over what ended processes of this host have left. */
  takeOver(): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  readonly dir: string;
  /** For the spool and its quarantine together. */
  readonly limitBytes: number;
  /** Called when a damaged record is in the quarantine. */
  readonly onQuarantine?: (record: QuarantinedRecord) => void;
}

/** Opens a spool in a folder of its own below `dir`, which several processes may share. */
export async function openSpool({
  dir,
  limitBytes,
  onQuarantine = () => undefined,
}: SpoolOptions): Promise<Spool> {
  const segments = new Set<Segment>();
  let unwrittenBytes = 0;
  let draining: Promise<void> | undefined;
  const folder = await openSpoolFolder(dir);
  const quarantine = await openQuarantine(dir);
  const writer = createSegmentWriter(folder, (segment) => segments.add(segment));

  function storedBytes(): number {
    let sum = 0;
    for (const { bytes, drainedTo } of segments) sum += bytes - drainedTo;
    return sum;
  }

  async function drainAll(enqueue: Enqueue): Promise<void> {
    await writer.closeSegment();
    await drainSegments(segments, { enqueue, quarantine, onQuarantine });
  }

  return {
    async append(delivery) {
      const record = toRecord(delivery);
      if (storedBytes() + quarantine.usage().bytes + unwrittenBytes + record.bytes > limitBytes)
        throw new SpoolFullError();
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
    quarantined: quarantine.usage,
    async takeOver() {
      await quarantine.refresh();
      for (const path of await folder.takeOver()) {
        segments.add({ path, bytes: (await stat(path)).size, drainedTo: 0, takenOver: true, closed: true });
      }
    },
    async close() {
      await writer.closeSegment();
      await folder.close();
    },
  };
}
