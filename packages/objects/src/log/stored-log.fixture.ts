import type { LogDictionary } from './dictionary.js';
import { createLogBuilder, type LogBuilderOptions, type PackedChunk } from './log-builder.js';
import { decodeIndex, encodeIndex, type LogIndex } from './log-index.js';
import { createLogReader, type LogLine, type LogReader } from './log-reader.js';

const OPTIONS: LogBuilderOptions = {
  isErrorLine: (line) => line.includes('error'),
  stepAt: (line) => (line.startsWith('##[group]') ? line.slice('##[group]'.length) : null),
};

export interface StoredLog {
  readonly reader: LogReader;
  readonly index: LogIndex;
  readonly sizeBytes: number;
  /** How many chunks the reader has read. */
  chunksRead: number;
}

/** Stores a text in one object in memory, given to the builder in pieces. */
export async function storeLog(
  pieces: readonly string[],
  options: Partial<LogBuilderOptions> & { readonly dictionary?: LogDictionary | null } = {},
): Promise<StoredLog> {
  const builder = createLogBuilder({ ...OPTIONS, ...options });
  const packed: PackedChunk[] = [];
  for (const piece of pieces) packed.push(...(await builder.append(piece)));
  packed.push(...(await builder.finish()));
  let offset = 0;
  const chunks = packed.map(({ bytes, summary }) => {
    const chunk = { ...summary, key: 'log', offset, sizeBytes: bytes.length };
    offset += bytes.length;
    return chunk;
  });
  const object = Buffer.concat(packed.map(({ bytes }) => bytes));
  const index = decodeIndex(encodeIndex({ version: 1, chunks, dictionary: options.dictionary ? 'known' : null }));
  const reader = createLogReader({
    index,
    dictionary: options.dictionary ?? null,
    async readChunk(chunk) {
      stored.chunksRead += 1;
      return object.subarray(chunk.offset, chunk.offset + chunk.sizeBytes);
    },
  });
  const stored: StoredLog = { reader, index, sizeBytes: object.length, chunksRead: 0 };
  return stored;
}

export async function readText({ reader }: StoredLog): Promise<string> {
  let text = '';
  for await (const part of reader.text()) text += part;
  return text;
}

export async function readAll(lines: AsyncIterable<LogLine>): Promise<LogLine[]> {
  const read: LogLine[] = [];
  for await (const line of lines) read.push(line);
  return read;
}
