import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, crc32 } from 'node:zlib';
import { compressWith, decompressWith, type LogDictionary } from './dictionary.js';
import type { CutText } from './line-cutter.js';
import { type JoinedLines, joinTimes, splitTimes } from './time-column.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Brotli's quality while a log arrives: a chunk takes some 7 ms. */
export const ARRIVING_QUALITY = 5;
/** For logs that are complete, in the background: a sixth smaller, and twenty times slower. */
export const FINISHED_QUALITY = 10;

const VERSION = 1;
const HEADER_BYTES = 10;
const HAS_COLUMN = 1;
const HAS_DICTIONARY = 2;

/** The bytes of a chunk are not those that were stored. */
export class DamagedChunkError extends Error {
  override readonly name = 'DamagedChunkError';
}

export interface PackOptions {
  readonly quality: number;
  readonly dictionary: LogDictionary | null;
}

/**
 * Compresses a chunk. The header has a version, flags, the length of the compressed text and a checksum of both parts
 * before their compression; the compressed column of times follows the text.
 */
export async function packChunk(cut: CutText, { quality, dictionary }: PackOptions): Promise<Buffer> {
  const split = splitTimes(cut.text, cut.isContinued);
  const bytes = Buffer.from(split.text);
  const column = split.column ?? Buffer.alloc(0);
  const continued = dictionary === null ? null : await compressWith(dictionary, bytes);
  const text = continued ?? (await compressText(bytes, quality));
  const times = split.column === null ? column : await compress(column, brotliParams(quality, column.length));
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = VERSION;
  header[1] = (split.column === null ? 0 : HAS_COLUMN) + (continued === null ? 0 : HAS_DICTIONARY);
  header.writeUInt32LE(text.length, 2);
  header.writeUInt32LE(crc32(column, crc32(bytes)), 6);
  return Buffer.concat([header, text, times]);
}

const compressText = (bytes: Buffer, quality: number) => compress(bytes, brotliParams(quality, bytes.length));

const brotliParams = (quality: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** The lines of a packed chunk. The last one is empty if the chunk ends with a line break. */
export async function unpackChunk(packed: Buffer, dictionary: LogDictionary | null): Promise<JoinedLines> {
  try {
    return joinTimes(await decompressChunk(packed, dictionary));
  } catch (cause) {
    if (cause instanceof DamagedChunkError) throw cause;
    throw new DamagedChunkError('a chunk of a log cannot be decompressed', { cause });
  }
}

async function decompressChunk(packed: Buffer, dictionary: LogDictionary | null) {
  if (packed.length < HEADER_BYTES || packed[0] !== VERSION)
    throw new DamagedChunkError(`a chunk of a log has the unknown version ${packed[0]}`);
  const flags = packed[1] ?? 0;
  const end = HEADER_BYTES + packed.readUInt32LE(2);
  const body = packed.subarray(HEADER_BYTES, end);
  const bytes = await decompressText(body, (flags & HAS_DICTIONARY) === 0 ? null : given(dictionary));
  const column = (flags & HAS_COLUMN) === 0 ? null : await decompress(packed.subarray(end));
  if (crc32(column ?? Buffer.alloc(0), crc32(bytes)) !== packed.readUInt32LE(6))
    throw new DamagedChunkError('a chunk of a log has a wrong checksum');
  return { text: bytes.toString(), column };
}

const decompressText = (body: Buffer, dictionary: LogDictionary | null) =>
  dictionary === null ? decompress(body) : decompressWith(dictionary, body);

function given(dictionary: LogDictionary | null): LogDictionary {
  if (dictionary === null) throw new DamagedChunkError('a chunk of a log needs a dictionary that is missing');
  return dictionary;
}
