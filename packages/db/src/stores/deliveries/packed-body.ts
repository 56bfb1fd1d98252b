import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Smaller bodies are not worth compressing: it would be a tenth of the work of applying a build report. */
const SMALL_BYTES = 1024;
/** Larger bodies are worth a full-size compressor, which takes longer to set up than most bodies take to compress. */
const LARGE_BYTES = 16 * 1024;
/** Compressing a larger body synchronously would block the event loop for too long. */
const HUGE_CHARACTERS = 256 * 1024;
const LIGHT = { level: 1, windowBits: 12, memLevel: 5 } as const;
const LAST_STORED_BLOCK = 1;
const BLOCK_HEADER_BYTES = 5;

/** Compresses a body as raw deflate; a small body becomes one stored block, https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4 */
export function pack(body: string): Buffer {
  const bytes = Buffer.from(body);
  if (bytes.length > LARGE_BYTES) return deflateRawSync(bytes);
  // The output is no larger than the input; by default the compressor allocates sixteen kilobytes per body.
  if (bytes.length > SMALL_BYTES) return deflateRawSync(bytes, { ...LIGHT, chunkSize: bytes.length });
  const header = Buffer.alloc(BLOCK_HEADER_BYTES);
  header.writeUInt8(LAST_STORED_BLOCK);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([header, bytes]);
}

/** Compresses bodies in order; huge ones on another thread. */
export async function packAll(bodies: readonly string[]): Promise<Buffer[]> {
  return Promise.all(
    bodies.map((body) => (body.length > HUGE_CHARACTERS ? deflate(Buffer.from(body)) : pack(body))),
  );
}

export async function unpack(packed: Uint8Array): Promise<string> {
  return (await inflate(packed)).toString();
}
