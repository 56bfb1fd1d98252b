import { isUtf8 } from 'node:buffer';

const SAMPLE_BYTES = 4096;
const CONTROL_SHARE = 0.1;

/** The text of a log file in UTF-8 or UTF-16; null when the file is binary. */
export function decodeLog(bytes) {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '');
  return looksBinary(text.slice(0, SAMPLE_BYTES)) ? null : text;
}

/** Windows tools write UTF-16, often without a byte-order mark: every second byte of English text is then zero. */
function encodingOf(bytes) {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (offset) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (isMixed(sample, even, odd)) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (odd > sample.length / 4) return 'utf-16le';
  return even > sample.length / 4 ? 'utf-16be' : 'utf-8';
}

/**
 * True when some lines are UTF-16 and others are not: whole lines precede the first zero, or the zeros change between
 * even and odd positions. Such a log is read as UTF-8 without the zeros.
 */
function isMixed(sample, even, odd) {
  const head = sample.subarray(0, Math.max(sample.indexOf(0), 0));
  return (head.includes(10) && isUtf8(head)) || Math.min(even, odd) > sample.length / 16;
}

function looksBinary(sample) {
  const characters = [...sample];
  const controls = characters.filter((character) => {
    const code = character.codePointAt(0);
    const printable = code >= 32 || (code >= 7 && code <= 13) || code === 27;
    return !printable || code === 0xfffd;
  });
  return controls.length > characters.length * CONTROL_SHARE;
}
