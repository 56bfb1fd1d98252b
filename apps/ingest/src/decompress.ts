import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Refusal, refuse } from './refusal.js';

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Undoes the content encoding. Stops and refuses as soon as the result exceeds the limit. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  limitBytes: number,
): Promise<{ body: Buffer } | { refusal: Refusal }> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === '' || name === 'identity') return { body };
  if (!Object.hasOwn(DECODERS, name)) return refuse('malformed_body', 'The content encoding is not supported.');
  try {
    const decode = DECODERS[name as keyof typeof DECODERS];
    return { body: await decode(body, { maxOutputLength: limitBytes }) };
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return tooLarge
      ? refuse('payload_too_large')
      : refuse('malformed_body', 'The request body cannot be decompressed.');
  }
}
