import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** What the index knows of a chunk beside its place. */
export interface ChunkSummary {
  readonly firstLine: number;
  /** How many lines it has, or parts of them. */
  readonly lines: number;
  /** Whether its first line began in the chunk before. */
  readonly isContinued: boolean;
  /** The size of its text in UTF-8. */
  readonly textBytes: number;
  /** The numbers of the first lines that look like errors. */
  readonly errors: readonly number[];
  /** The first steps that begin in it. */
  readonly steps: readonly LogStep[];
}

export interface LogStep {
  readonly line: number;
  readonly name: string;
}

/** A chunk, and the range of an object that holds it. */
export interface IndexedChunk extends ChunkSummary {
  readonly key: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Where the lines of a log are. */
export interface LogIndex {
  readonly version: 1;
  readonly chunks: readonly IndexedChunk[];
  /** Identifies the dictionary that the chunks may need; null if they need none. */
  readonly dictionary: string | null;
}

export function countLines({ chunks }: LogIndex): number {
  const last = chunks.at(-1);
  return last === undefined ? 0 : last.firstLine + last.lines - 1;
}

/** The position of the first chunk that has a part of the line; that of none if the log is shorter. */
export function findChunk({ chunks }: LogIndex, line: number): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const chunk = chunks[middle];
    if (chunk !== undefined && chunk.firstLine + chunk.lines <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const encodeIndex = (index: LogIndex): Buffer => brotliCompressSync(JSON.stringify(index));

export function decodeIndex(bytes: Uint8Array): LogIndex {
  const index = JSON.parse(brotliDecompressSync(bytes).toString()) as LogIndex;
  if (index.version !== 1) throw new Error(`the index of a log has the unknown version ${index.version}`);
  return index;
}
