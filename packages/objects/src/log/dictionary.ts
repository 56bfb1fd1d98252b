import { once } from 'node:events';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { splitTimes } from './time-column.js';

const decompress = promisify(brotliDecompress);
/** More would cost every chunk more time than it saves space. */
const MAX_BYTES = 256 * 1024;
const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants;
/** Must reach from the end of a chunk to the start of the dictionary. */
const WINDOW_BITS = 20;
const QUALITY = 5;

/**
 * Text of an earlier log of the same job, in which most lines of the next one occur. A chunk that is compressed with it
 * continues the stream that began with the dictionary, so any Brotli decoder can read the two together.
 */
export interface LogDictionary {
  readonly text: Buffer;
  /** What is stored: the compressed text, up to the point where a chunk continues. */
  readonly prefix: Buffer;
}

/** Makes a dictionary of the start of a log, without the times of its lines. */
export async function createDictionary(log: string): Promise<LogDictionary> {
  const { text } = splitTimes(log.slice(0, MAX_BYTES), false);
  const bytes = Buffer.from(text).subarray(0, MAX_BYTES);
  const { prefix } = await continueStream(bytes, Buffer.alloc(0));
  return { text: bytes, prefix };
}

export async function openDictionary(prefix: Buffer): Promise<LogDictionary> {
  return { text: await decompress(prefix, { finishFlush: BROTLI_OPERATION_FLUSH }), prefix };
}

/**
 * Compresses bytes with a dictionary. Null if this version of Node.js compresses the dictionary in another way than the
 * one that stored it: what would follow could not be read.
 */
export async function compressWith(dictionary: LogDictionary, bytes: Buffer): Promise<Buffer | null> {
  const { prefix, rest } = await continueStream(dictionary.text, bytes);
  return prefix.equals(dictionary.prefix) ? rest : null;
}

export async function decompressWith({ prefix, text }: LogDictionary, rest: Buffer): Promise<Buffer> {
  return (await decompress(Buffer.concat([prefix, rest]))).subarray(text.length);
}

async function continueStream(start: Buffer, bytes: Buffer): Promise<{ prefix: Buffer; rest: Buffer }> {
  const params = { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: WINDOW_BITS };
  const stream = createBrotliCompress({ params });
  let parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => void parts.push(part));
  stream.write(start);
  await new Promise<void>((resolve) => stream.flush(BROTLI_OPERATION_FLUSH, () => resolve()));
  const prefix = Buffer.concat(parts);
  parts = [];
  stream.end(bytes);
  await once(stream, 'end');
  return { prefix, rest: Buffer.concat(parts) };
}
