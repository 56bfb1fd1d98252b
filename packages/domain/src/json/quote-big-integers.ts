const MAY_CONTAIN_BIG_INTEGER = /[0-9]{16}/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;

/** Characters that turn a number into a fraction or a power; such a number is not an identifier. */
const continuesNumber = (unit: number) =>
  unit === 0x2e || unit === 0x45 || unit === 0x65 || unit === 0x2b || unit === MINUS;

/** The position after the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function numberEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/**
 * Quotes the integers in JSON text that JavaScript cannot represent exactly, so that parsing loses no digits. Takes
 * linear time.
 */
export function quoteBigIntegers(text: string): string {
  if (!MAY_CONTAIN_BIG_INTEGER.test(text)) return text;
  let result = '';
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    const digits = unit === MINUS ? at + 1 : at;
    if (!isDigit(text.charCodeAt(digits))) {
      at += 1;
      continue;
    }
    const end = numberEnd(text, digits);
    const whole = !continuesNumber(text.charCodeAt(end));
    if (whole && end - digits >= 16 && !Number.isSafeInteger(Number(text.slice(at, end)))) {
      result += `${text.slice(copied, at)}"${text.slice(at, end)}"`;
      copied = end;
    }
    at = whole ? end : skipNumber(text, end);
  }
  return result + text.slice(copied);
}

function skipNumber(text: string, start: number): number {
  let at = start;
  while (at < text.length && (isDigit(text.charCodeAt(at)) || continuesNumber(text.charCodeAt(at)))) at += 1;
  return at;
}
