import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 10 * 1024 * 1024;
const tailBytes = 4096;

/** The log file of a server, and the text that the server has appended since its start. */
export interface ServerLog {
  descriptor: number;
  written(): string;
  close(): void;
}

/** Opens the log for a server that is about to start; rotates it first if it is large. */
export function openServerLog(path: string): ServerLog {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxBytes) renameSync(path, `${path}.1`);
  const descriptor = openSync(path, 'a+', 0o600);
  const start = fstatSync(descriptor).size;
  return {
    descriptor,
    written() {
      const reader = openSync(path, 'r');
      try {
        const end = fstatSync(reader).size;
        const from = Math.max(start, end - tailBytes);
        const buffer = Buffer.alloc(Math.max(0, end - from));
        readSync(reader, buffer, 0, buffer.length, from);
        return buffer.toString('utf8').trim();
      } finally {
        closeSync(reader);
      }
    },
    close: () => closeSync(descriptor),
  };
}
