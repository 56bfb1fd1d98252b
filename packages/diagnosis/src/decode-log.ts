import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readHead } from '@slipway/domain';

const SAMPLE_BYTES = 4096;
const CONTROL_SHARE = 0.1;

/** The file is not a log, or its compression is damaged. */
export class BinaryLogError extends Error {}

/** The text of a log file in UTF-8 or UTF-16, optionally compressed with gzip, part by part. */
export async function* decodeLog(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const { head, whole } = await readHead(file, SAMPLE_BYTES);
  const isCompressed = head[0] === 0x1f && head[1] === 0x8b;
  yield* isCompressed ? decodeText(uncompressed(whole)) : decodeText(whole);
}

async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const { head, whole } = await readHead(bytes, SAMPLE_BYTES);
  const decoder = new TextDecoder(encodingOf(head));
  let start = '';
  for await (const chunk of whole) {
    const text = decoder.decode(chunk, { stream: true }).replaceAll('\0', '');
    if (start.length < SAMPLE_BYTES) {
      start = `${start}${text}`.slice(0, SAMPLE_BYTES);
      if (looksBinary(start)) throw new BinaryLogError();
    }
    yield text;
  }
  yield decoder.decode();
}

async function* uncompressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip();
  // Reading `unzip` reports the same error.
  pipeline(Readable.from(bytes), unzip).catch(() => undefined);
  try {
    yield* unzip;
  } catch (error) {
    throw new BinaryLogError(undefined, { cause: error });
  }
}

/** Windows tools write UTF-16, often without a byte order mark: every second byte of English text is then zero. */
function encodingOf(sample: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const zerosAt = (offset: number) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (isMixed(sample, even, odd)) return 'utf-8';
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  if (odd > sample.length / 4) return 'utf-16le';
  return even > sample.length / 4 ? 'utf-16be' : 'utf-8';
}

/**
 * True if some lines are UTF-16 and others are not: whole lines precede the first zero, or the zeros switch between
 * even and odd positions. Such a log is read as UTF-8 without the zeros.
 */
function isMixed(sample: Uint8Array, even: number, odd: number): boolean {
  const head = sample.subarray(0, Math.max(sample.indexOf(0), 0));
  return (head.includes(10) && isUtf8(head)) || Math.min(even, odd) > sample.length / 16;
}

function looksBinary(sample: string): boolean {
  const characters = [...sample];
  const controls = characters.filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    const printable = code >= 32 || (code >= 7 && code <= 13) || code === 27;
    return !printable || code === 0xfffd;
  });
  return controls.length > characters.length * CONTROL_SHARE;
}
