const SAMPLE_BYTES = 4096;
const CONTROL_SHARE = 0.1;

/** The text of a log file in UTF-8 or UTF-16; null when it is no text. */
export function decodeLog(bytes) {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return looksBinary(text.slice(0, SAMPLE_BYTES)) ? null : text;
}

// Windows tools write UTF-16, often without the mark: every second byte of English text is zero then.
function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (offset) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length;
  if (zeros(1) > sample.length / 4) return 'utf-16le';
  return zeros(0) > sample.length / 4 ? 'utf-16be' : 'utf-8';
}

function looksBinary(sample) {
  let controls = 0;
  for (const character of sample) {
    const code = character.codePointAt(0);
    const printable = code >= 32 || (code >= 7 && code <= 13) || code === 27;
    if (!printable || code === 0xfffd) controls += 1;
  }
  return sample.length > 0 && controls / sample.length > CONTROL_SHARE;
}
