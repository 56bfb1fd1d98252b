import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';

const SAMPLE_BYTES = 4096;
const CONTROL_SHARE = 0.1;
/** Prevents a small compressed file from filling the memory. */
const MAX_UNCOMPRESSED_BYTES = 512 * 1024 * 1024;

/** The text of a log file in UTF-8 or UTF-16, optionally compressed with gzip; null if the file is binary. */
export function decodeLog(file: Uint8Array): string | null {
  const bytes = uncompressed(file);
  if (bytes === null) return null;
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '');
  return looksBinary(text.slice(0, SAMPLE_BYTES)) ? null : text;
}

function uncompressed(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNCOMPRESSED_BYTES });
  } catch {
    return null;
  }
}

/** Windows tools write UTF-16, often without a byte order mark: every second byte of English text is then zero. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (offset: number) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (isMixed(sample, even, odd)) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
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
