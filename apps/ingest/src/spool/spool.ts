import { hash } from 'node:crypto';
import { open, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '@slipway/contracts';
import { withTimeout } from '@slipway/domain';
import { quarantineFolder, readQuarantine, type SpoolQuarantine } from '@slipway/runtime';
import { FREE_SPACE_LIMIT_MS, PROBE_LIMIT_MS } from '../limits.js';
import { isDiskOutage } from './disk-outage.js';
import { drainSegments, type Enqueue, type QuarantinedRecord } from './drain-segments.js';
import { type Segment, SegmentWriter } from './segment-writer.js';
import { makeFolder, openSpoolFolder, type SpoolFolder, syncFolder } from './spool-folder.js';
import { toRecord } from './spool-record.js';

/** Thrown when a delivery does not fit. */
export class SpoolFullError extends Error {
  constructor() {
    super('the spool is full');
    this.name = 'SpoolFullError';
  }
}

/** Thrown while the disk takes nothing. */
export class SpoolUnavailableError extends Error {
  constructor(options: ErrorOptions) {
    super('the spool is unavailable', options);
    this.name = 'SpoolUnavailableError';
  }
}

export interface SpoolOptions {
  readonly dir: string;
  /** For the spool and its quarantine together. */
  readonly limitBytes: number;
  /** Called when a damaged record is in the quarantine. */
  readonly onQuarantine?: (record: QuarantinedRecord) => void;
  /** Called with the error when the disk stops taking deliveries, and with null when it takes them again. */
  readonly onState?: (problem: Error | null) => void;
}

/**
 * Opens a spool in a separate folder below `dir`, which several processes may share. A disk that is full or broken does
 * not prevent this; a folder that cannot be used at all does.
 */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const spool = new Spool(options, await openSpoolFolder(options.dir), await readQuarantine(options.dir));
  await spool.check();
  const problem = spool.problem();
  if (problem !== null && !isDiskOutage(problem)) throw problem;
  return spool;
}

/** A bounded queue on disk for deliveries that Redis cannot take, and for large ones. */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #folder: SpoolFolder;
  readonly #segments = new Set<Segment>();
  readonly #writer: SegmentWriter;
  #quarantined: SpoolQuarantine;
  #unwrittenBytes = 0;
  #problem: Error | null = null;
  #probing: Promise<void> | undefined;
  #draining: Promise<void> | undefined;

  constructor(options: SpoolOptions, folder: SpoolFolder, quarantined: SpoolQuarantine) {
    this.#options = options;
    this.#folder = folder;
    this.#quarantined = quarantined;
    this.#writer = new SegmentWriter(folder, (segment) => this.#segments.add(segment));
  }

  /** Resolves once the delivery is on disk. */
  async append(delivery: Delivery): Promise<void> {
    if (this.#problem !== null) throw new SpoolUnavailableError({ cause: this.#problem });
    const record = toRecord(delivery);
    const usedBytes = this.bytes() + this.#quarantined.bytes + this.#unwrittenBytes;
    if (usedBytes + record.bytes > this.#options.limitBytes) throw new SpoolFullError();
    this.#unwrittenBytes += record.bytes;
    try {
      await this.#writer.append(record);
    } catch (error) {
      void this.check();
      throw error;
    } finally {
      this.#unwrittenBytes -= record.bytes;
    }
  }

  /** Why the disk takes no deliveries, as of the last check; null when it does. */
  problem(): Error | null {
    return this.#problem;
  }

  /** Finds out whether the disk takes deliveries. A check that does not end is not started again. */
  async check(): Promise<void> {
    this.#probing ??= this.#folder.probe().finally(() => {
      this.#probing = undefined;
    });
    const probing = this.#probing;
    const problem = await withTimeout(PROBE_LIMIT_MS, 'writing to the disk', () => probing).then(
      () => null,
      (error: Error) => error,
    );
    const isChange = (problem === null) !== (this.#problem === null);
    this.#problem = problem;
    if (isChange) this.#options.onState?.(problem);
  }

  /** The free space of the disk; NaN when it does not answer. */
  freeBytes(): Promise<number> {
    const read = async () => {
      const { bavail, bsize } = await statfs(this.#options.dir);
      return bavail * bsize;
    };
    return withTimeout(FREE_SPACE_LIMIT_MS, 'reading the free space', read).catch(() => Number.NaN);
  }

  isEmpty(): boolean {
    return this.#segments.size === 0;
  }

  bytes(): number {
    let sum = 0;
    for (const { bytes, drainedTo } of this.#segments) sum += bytes - drainedTo;
    return sum;
  }

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
    const known = new Set([...this.#segments].map(({ path }) => path));
    for (const path of await this.#folder.takeOver()) {
      if (!known.has(path))
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

/**
 * Keeps bytes of damaged records, which only operators delete; the same bytes once. Resolves with the path of the file
 * once it is on disk. If a crash cuts the file off, the segment is still there: its next drain writes the file again.
 */
async function putInQuarantine(spoolDir: string, bytes: Buffer): Promise<string> {
  const folder = quarantineFolder(spoolDir);
  await makeFolder(folder);
  const path = join(folder, `${hash('sha256', bytes, 'hex').slice(0, 32)}.record`);
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
  return path;
}
