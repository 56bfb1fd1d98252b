import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of this size are closed, so that drained ones can go. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

interface Append {
  readonly bytes: Buffer;
  resolve(): void;
  reject(reason: unknown): void;
}

/** Appends records to numbered files; an append resolves once its bytes are on disk. */
export interface SegmentWriter {
  append(bytes: Buffer): Promise<void>;
  /** Closes the file being written, so that all written so far may be drained; the next append starts another. */
  rotate(): Promise<void>;
}

export function createSegmentWriter(dir: string, firstNumber: number): SegmentWriter {
  let number = firstNumber;
  let current: { handle: FileHandle; bytes: number } | undefined;
  let waiting: Append[] = [];
  let turn: Promise<void> = Promise.resolve();

  async function openNext(): Promise<{ handle: FileHandle; bytes: number }> {
    const handle = await open(join(dir, `${String(number).padStart(12, '0')}.log`), 'ax', 0o600);
    number += 1;
    // The name must survive a power cut too.
    const folder = await open(dir, 'r');
    await folder.sync();
    await folder.close();
    return { handle, bytes: 0 };
  }

  async function closeCurrent(): Promise<void> {
    const closing = current;
    current = undefined;
    await closing?.handle.close();
  }

  /** All that waits goes out with one write and one flush. */
  async function writeWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      current ??= await openNext();
      const bytes = Buffer.concat(batch.map((append) => append.bytes));
      await current.handle.writeFile(bytes);
      await current.handle.datasync();
      current.bytes += bytes.length;
      for (const append of batch) append.resolve();
      if (current.bytes >= SEGMENT_BYTES) await closeCurrent();
    } catch (error) {
      // What follows a half-written record could not be read back: go on in another file.
      await closeCurrent().catch(() => undefined);
      for (const append of batch) append.reject(error);
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work, work);
    return turn;
  }

  return {
    append(bytes) {
      const written = new Promise<void>((resolve, reject) => waiting.push({ bytes, resolve, reject }));
      if (waiting.length === 1) void inTurn(writeWaiting);
      return written;
    },
    rotate: () => inTurn(closeCurrent),
  };
}
