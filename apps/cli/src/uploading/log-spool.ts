import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogSource, readAt } from './log-source.js';

const MEBIBYTE = 1024 * 1024;
const SEGMENT_BYTES = 8 * MEBIBYTE;
/** What may wait on the disk while the service is away, and in memory while the disk is slow. */
const DISK_BYTES = 256 * MEBIBYTE;
const MEMORY_BYTES = 16 * MEBIBYTE;
/** The end of what does not fit, which is kept in memory. */
const TAIL_BYTES = MEBIBYTE;

interface Segment {
  readonly start: number;
  readonly path: string;
  bytes: number;
}

interface Limits {
  readonly diskBytes?: number;
  readonly segmentBytes?: number;
}

/**
 * The output of a step on the disk, until the service has it. Adding never waits: if there is no room, the middle is
 * dropped, with a line that says so, and the end is kept.
 */
export class LogSpool implements LogSource {
  readonly #folder: string;
  readonly #diskBytes: number;
  readonly #segmentBytes: number;
  #segments: Segment[] = [];
  #last: FileHandle | null = null;
  #end = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** The end of what did not fit, and how much was dropped before it. */
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #droppedBytes = 0;
  #isEnded = false;
  #writing: Promise<void> | null = null;
  #problem: Error | null = null;

  private constructor(folder: string, { diskBytes = DISK_BYTES, segmentBytes = SEGMENT_BYTES }: Limits) {
    this.#folder = folder;
    this.#diskBytes = diskBytes;
    this.#segmentBytes = segmentBytes;
  }

  /** Creates a spool in a private folder. */
  static async create(folder: string, limits: Limits = {}): Promise<LogSpool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new LogSpool(folder, limits);
  }

  /** Opens what an ended process has left. */
  static async reopen(folder: string): Promise<LogSpool> {
    const spool = new LogSpool(folder, {});
    for (const name of (await readdir(folder)).filter((each) => /^\d+\.part$/.test(each))) {
      const path = join(folder, name);
      const file = await open(path, 'r');
      const { size } = await file.stat().finally(() => file.close());
      spool.#segments.push({ start: Number.parseInt(name, 10), path, bytes: size });
    }
    spool.#segments.sort((a, b) => a.start - b.start);
    const last = spool.#segments.at(-1);
    spool.#end = last === undefined ? 0 : last.start + last.bytes;
    return spool;
  }

  add(bytes: Buffer): void {
    if (this.#tailBytes > 0 && this.#hasRoom(this.#tailBytes + bytes.length)) this.#addTail();
    if (this.#tailBytes === 0 && this.#hasRoom(bytes.length)) this.#push(bytes);
    else this.#keepTail(bytes);
  }

  /** Writes everything; returns the size of the log. */
  async end(): Promise<number> {
    if (this.#tailBytes > 0) this.#addTail();
    this.#isEnded = true;
    await this.#writing;
    await this.#last?.close();
    this.#last = null;
    if (this.#problem !== null) throw this.#problem;
    return this.#end;
  }

  first(): number {
    return this.#segments[0]?.start ?? this.#end;
  }

  async read(offset: number, limit: number): Promise<Buffer> {
    const segment = this.#segments.findLast(({ start }) => start <= offset);
    if (segment === undefined || offset >= this.#end) return Buffer.alloc(0);
    const file = await open(segment.path, 'r');
    try {
      return await readAt(file, offset - segment.start, Math.min(limit, segment.start + segment.bytes - offset));
    } finally {
      await file.close();
    }
  }

  async release(offset: number): Promise<void> {
    while ((this.#segments[1]?.start ?? Number.POSITIVE_INFINITY) <= offset) {
      const segment = this.#segments.shift();
      if (segment !== undefined) await rm(segment.path, { force: true });
    }
  }

  async remove(): Promise<void> {
    await this.#last?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #hasRoom(bytes: number): boolean {
    const waiting = this.#end - this.first() + this.#pendingBytes + bytes;
    return waiting <= this.#diskBytes && this.#pendingBytes + bytes <= MEMORY_BYTES;
  }

  #keepTail(bytes: Buffer): void {
    this.#tail.push(bytes);
    this.#tailBytes += bytes.length;
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= TAIL_BYTES) {
      const dropped = this.#tail.shift()?.length ?? 0;
      this.#tailBytes -= dropped;
      this.#droppedBytes += dropped;
    }
  }

  #addTail(): void {
    const dropped = this.#droppedBytes.toLocaleString('en-US');
    if (this.#droppedBytes > 0)
      this.#push(Buffer.from(`\n[… ${dropped} bytes were dropped while the service was unreachable …]\n`));
    for (const bytes of this.#tail) this.#push(bytes);
    this.#tail = [];
    this.#tailBytes = 0;
    this.#droppedBytes = 0;
  }

  #push(bytes: Buffer): void {
    if (this.#isEnded || this.#problem !== null) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#writing ??= this.#write()
      .catch((error: Error) => {
        this.#problem = error;
      })
      .finally(() => {
        this.#writing = null;
      });
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const { file, segment } = await this.#writable();
      const batch = this.#pending;
      const bytes = this.#pendingBytes;
      this.#pending = [];
      await file.writev(batch);
      this.#pendingBytes -= bytes;
      segment.bytes += bytes;
      this.#end += bytes;
    }
  }

  async #writable(): Promise<{ file: FileHandle; segment: Segment }> {
    const current = this.#segments.at(-1);
    if (this.#last !== null && current !== undefined && current.bytes < this.#segmentBytes)
      return { file: this.#last, segment: current };
    await this.#last?.close();
    const path = join(this.#folder, `${String(this.#end).padStart(15, '0')}.part`);
    this.#last = await open(path, 'wx', 0o600);
    const segment = { start: this.#end, path, bytes: 0 };
    this.#segments.push(segment);
    return { file: this.#last, segment };
  }
}
