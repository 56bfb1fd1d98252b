/** A text with its escapes decoded, which still knows where each of its characters came from. */
export interface DecodedText {
  readonly text: string;
  /** The position in the original text that corresponds to a position in this one. */
  sourceOf(position: number): number;
}

const JSON_ESCAPE = /\\(?:u[\da-f]{4}|["'\\/bfnrt])/;
const UTF8_PERCENT_ESCAPE =
  /%[0-7][\da-f]|(?:%[cd][\da-f]|%e[\da-f]%[89ab][\da-f]|%f[0-7]%[89ab][\da-f]%[89ab][\da-f])%[89ab][\da-f]/;
const XML_ESCAPE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/;
const ESCAPE = new RegExp(
  [JSON_ESCAPE, UTF8_PERCENT_ESCAPE, XML_ESCAPE].map(({ source }) => source).join('|'),
  'iy',
);
const [BACKSLASH, PERCENT, AMPERSAND] = [0x5c, 0x25, 0x26];

const JSON_LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(sequence: string): string {
  if (sequence.startsWith('\\')) return unescapedJson(sequence);
  return sequence.startsWith('%') ? unescapedPercent(sequence) : unescapedXml(sequence);
}

function unescapedJson(sequence: string): string {
  if (sequence.length > 2) return String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
  const letter = sequence.charAt(1);
  return JSON_LETTERS[letter] ?? letter;
}

/** Overlong forms are not UTF-8, and stay as they are. */
function unescapedPercent(sequence: string): string {
  try {
    return decodeURIComponent(sequence);
  } catch {
    return sequence;
  }
}

function unescapedXml(sequence: string): string {
  const name = sequence.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES[name] ?? sequence;
  const point = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point <= 0x10ffff ? String.fromCodePoint(point) : sequence;
}

/** A web address may be part of a string of JSON, and that string part of another one. */
const MAX_DEPTH = 2;

/** The text as it is, and with the escapes of JSON, web addresses and XML decoded once and twice. */
export function decodings(text: string): DecodedText[] {
  const all: DecodedText[] = [{ text, sourceOf: (position) => position }];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const decoded = decode(all[depth] as DecodedText);
    if (decoded === undefined) break;
    all.push(decoded);
  }
  return all;
}

/** Undefined if the text contains no escapes. */
function decode(source: DecodedText): DecodedText | undefined {
  const { text } = source;
  let result = '';
  let copied = 0;
  /** Where the text after each escape begins, in the result and in the source. */
  const starts: number[] = [0];
  const sources: number[] = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== BACKSLASH && code !== PERCENT && code !== AMPERSAND) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) continue;
    result += text.slice(copied, at) + unescaped(text.slice(at, ESCAPE.lastIndex));
    copied = ESCAPE.lastIndex;
    at = copied - 1;
    starts.push(result.length);
    sources.push(copied);
  }
  if (copied === 0) return undefined;
  return {
    text: result + text.slice(copied),
    sourceOf(position) {
      const part = lastAtMost(starts, position);
      return source.sourceOf((sources[part] ?? 0) + position - (starts[part] ?? 0));
    },
  };
}

/** The index of the last item that is at most the limit; the items are in ascending order. */
function lastAtMost(items: readonly number[], limit: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((items[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
