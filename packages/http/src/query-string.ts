/** A query parameter as it was sent: its notation, and all its values. */
export interface SentParameter {
  readonly shape: 'single' | 'array' | 'hash';
  readonly values: readonly string[];
}

/**
 * Parses a query string. `a[]=1` and a repeated `a=1&a=2` are arrays, `a[b]=1` is a hash. No name is special
 * (`__proto__` is a name like any other), and nothing is dropped silently.
 */
export function readQueryString(raw: string): ReadonlyMap<string, SentParameter> {
  const sent = new Map<string, { shape: SentParameter['shape']; values: string[] }>();
  for (const [notation, value] of new URLSearchParams(raw)) {
    const bracket = notation.indexOf('[', 1);
    const name = bracket === -1 ? notation : notation.slice(0, bracket);
    const suffix = bracket === -1 ? '' : notation.slice(bracket);
    const shape = shapeOf(suffix);
    const earlier = sent.get(name);
    if (earlier === undefined) {
      sent.set(name, { shape, values: [value] });
      continue;
    }
    earlier.values.push(value);
    earlier.shape = shape === 'hash' || earlier.shape === 'hash' ? 'hash' : 'array';
  }
  return sent;
}

function shapeOf(suffix: string): SentParameter['shape'] {
  if (suffix === '') return 'single';
  return suffix === '[]' ? 'array' : 'hash';
}

/** The query string of a request target, without its question mark. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** The path of a request target, without the query string and, in absolute form, without the origin. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  const target = mark === -1 ? url : url.slice(0, mark);
  // RFC 9112, 3.2.2: a server must accept the absolute form too.
  return target.charCodeAt(0) === SLASH ? target : target.replace(ORIGIN, '') || '/';
}

const SLASH = 0x2f;
const ORIGIN = /^https?:\/\/[^/]*/i;

/** The path for logs. Some senders put their webhook token into it, so anything that looks like a token is replaced. */
export function loggablePath(url: string): string {
  return pathOf(url).replace(/[0-9a-f]{64,}/gi, '[token]');
}
