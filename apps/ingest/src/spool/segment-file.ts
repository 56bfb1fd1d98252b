import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, type SpoolFolder } from './spool-folder.js';

/** A file of records. */
export interface Segment {
  readonly path: string;
  /** Bytes in it that are on disk and whole. */
  bytes: number;
  /** Where draining it has come to. */
  drainedTo: number;
  /** Nothing is written to it any more: it may be drained to its end and deleted. */
  closed: boolean;
}

/** The file that is being written, one after the other. */
export interface SegmentFile {
  /** Resolves once the bytes are on disk, in a file that somebody drains. */
  write(bytes: Buffer): Promise<void>;
  /** The next write starts another file. */
  close(): Promise<void>;
  /** Makes sure that there is a folder to write to. */
  revive(): Promise<void>;
}

interface Current {
  readonly handle: FileHandle;
  readonly ino: number;
  readonly segment: Segment;
}

/** Files of this size are closed, so that drained ones can go. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
/** Of dead processes' files, which are older, the numbers are lower. */
const FIRST_NUMBER = 1_000_000;
/** A folder is hardly taken away twice within one write. */
const MAX_TRIES = 3;

export function createSegmentFile(folder: SpoolFolder, onSegment: (segment: Segment) => void): SegmentFile {
  let number = FIRST_NUMBER;
  let current: Current | undefined;

  async function openNext(): Promise<Current> {
    const path = join(folder.path(), `${String(number).padStart(12, '0')}.log`);
    const handle = await open(path, 'ax', 0o600);
    number += 1;
    try {
      // The name must survive a power cut too.
      const parent = await open(folder.path(), 'r');
      await parent.sync().finally(() => parent.close());
      const { ino } = await handle.stat();
      const segment = { path, bytes: 0, drainedTo: 0, closed: false };
      onSegment(segment);
      return { handle, ino, segment };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function close(): Promise<void> {
    const closing = current;
    current = undefined;
    if (closing === undefined) return;
    closing.segment.closed = true;
    await closing.handle.close();
  }

  /** False when the file no longer lies where it was made. */
  async function tryWrite(bytes: Buffer): Promise<boolean> {
    try {
      current ??= await openNext();
      await writeAll(current.handle, bytes);
      await current.handle.datasync();
      const { segment, ino } = current;
      if ((await stat(segment.path)).ino !== ino) return false;
      segment.bytes += bytes.length;
      if (segment.bytes >= SEGMENT_BYTES) await close();
      return true;
    } catch (error) {
      // What follows a half-written record could not be read back.
      await close().catch(() => undefined);
      if (isMissing(error)) return false;
      throw error;
    }
  }

  return {
    /**
     * Another process takes the folder over when it thinks this one gone, and may have read the file before these bytes
     * were in it: then they are written again, to a folder that is still this one's. Whoever takes over a file that was
     * in its place after the flush finds them.
     */
    async write(bytes) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        if (await tryWrite(bytes)) return;
        await close();
        await folder.renew();
      }
      throw new Error('the folder of the spool is taken away again and again');
    },
    close,
    async revive() {
      if (await folder.isThere()) return;
      await close();
      await folder.renew();
    },
  };
}

/** In one go where the system allows: `writeFile` comes back to the event loop for every half megabyte. */
async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written)).bytesWritten;
  }
}
