import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Better than deflate, and as fast as logs arrive. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses lines for a chunk of a log, on another thread. */
export function packLines(lines: readonly string[]): Promise<Buffer> {
  return compress(lines.join('\n'), OPTIONS);
}

export async function unpackLines(packed: Uint8Array): Promise<string[]> {
  return (await decompress(packed)).toString().split('\n');
}
