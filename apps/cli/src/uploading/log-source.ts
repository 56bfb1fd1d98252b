import { type FileHandle, open } from 'node:fs/promises';

/** Where the bytes of a log are until the service has them. */
export interface LogSource {
  /** The bytes from an offset on that can be read now, at most as many as the limit. */
  read(offset: number, limit: number): Promise<Buffer>;
  /** The offset of the first byte that is still there. */
  first(): number;
  /** The service has everything before the offset. */
  release(offset: number): Promise<void>;
}

/** Reads bytes of a file; fewer at its end. */
export async function readAt(file: FileHandle, position: number, limit: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(limit);
  let length = 0;
  while (length < limit) {
    const { bytesRead } = await file.read(buffer, length, limit - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** A log file that another program may still be writing. */
export async function openLogFile(path: string): Promise<LogSource & { close(): Promise<void> }> {
  const file = await open(path, 'r');
  return {
    read: (offset, limit) => readAt(file, offset, limit),
    first: () => 0,
    release: () => Promise.resolve(),
    close: () => file.close(),
  };
}
