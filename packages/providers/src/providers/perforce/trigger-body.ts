import { quoteBigIntegers, requireParseable } from '@slipway/domain';

type Fields = Readonly<Record<string, unknown>>;

const PARAMETER = 'payload=';

/**
 * Reads a form that a trigger script sends with any content type. It may contain the form documented by Jenkins' P4
 * plugin, `payload={change:12,p4port:"ssl:p4:1666"}`, with bare keys and no encoding. Null for JSON.
 * https://github.com/jenkinsci/p4-plugin/blob/master/docs/P4TRIGGER.md
 */
export function readTriggerBody(text: string): Fields | null {
  if (!/^\s*\w+=/.test(text)) return null;
  const start = text.startsWith(PARAMETER) ? 0 : text.indexOf(`&${PARAMETER}`) + 1;
  const value = text.startsWith(PARAMETER, start) ? text.slice(start + PARAMETER.length) : '';
  if (!/^\s*\{/.test(value)) return readEncoded(form(text));
  const object = readObject(value);
  if (object === null) return form(text);
  return { ...form(text.slice(0, start)), ...form(value.slice(object.end).trim()), ...object.fields };
}

function readEncoded(fields: Readonly<Record<string, string>>): Fields {
  const { payload = '', ...others } = fields;
  const object = /^\s*\{/.test(payload) ? readObject(payload) : null;
  return object === null ? fields : { ...others, ...object.fields };
}

function form(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

interface ReadObject {
  readonly fields: Fields;
  readonly end: number;
}

/** The plugin's object is short; a longer one was written by a JSON library. */
const RELAXED_LIMIT = 65_536;

function readObject(text: string): ReadObject | null {
  return readStrict(text) ?? readRelaxed(text.slice(0, RELAXED_LIMIT));
}

function readStrict(text: string): ReadObject | null {
  const end = text.lastIndexOf('}') + 1;
  try {
    requireParseable(text);
    const parsed: unknown = JSON.parse(quoteBigIntegers(text.slice(0, end)));
    return typeof parsed === 'object' && parsed !== null ? { fields: { ...parsed }, end } : null;
  } catch {
    return null;
  }
}

/** Reads one level of `name: value` in braces, with optional quotes around both, in linear time. */
function readRelaxed(text: string): ReadObject | null {
  const fields: [string, unknown][] = [];
  let at = skipBlanks(text, 0) + 1;
  while (at < text.length) {
    at = skipBlanks(text, at);
    if (text[at] === '}') return { fields: Object.fromEntries(fields), end: at + 1 };
    const name = readToken(text, at, ':');
    if (text[name.end] !== ':') return null;
    const value = readToken(text, skipBlanks(text, name.end + 1), ',}');
    fields.push([name.content, value.quoted ? value.content : bareValue(value.content)]);
    at = text[value.end] === ',' ? value.end + 1 : value.end;
    if (text[value.end] !== ',' && text[value.end] !== '}') return null;
  }
  return null;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at).trim() === '') at += 1;
  return at;
}

/** Reads a quoted or bare word; `end` is the position of the delimiter after it. */
function readToken(text: string, start: number, delimiters: string) {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") {
    let end = start;
    while (end < text.length && !delimiters.includes(text.charAt(end))) end += 1;
    return { content: text.slice(start, end).trim(), end, quoted: false };
  }
  let content = '';
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) {
    if (text.charAt(at) === '\\') at += 1;
    content += text.charAt(at);
    at += 1;
  }
  return { content, end: skipBlanks(text, at + 1), quoted: true };
}

/** Digits become a number if the number is exact. */
function bareValue(word: string): unknown {
  const number = /^-?[0-9]{1,16}$/.test(word) ? Number(word) : Number.NaN;
  return Number.isSafeInteger(number) ? number : word;
}
