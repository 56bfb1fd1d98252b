/** A query parameter as it was sent: how it was spelled, and every value given. */
export interface SentParameter {
  readonly shape: 'single' | 'array' | 'hash';
  readonly values: readonly string[];
}

/**
 * Reads a raw query string by parameter name. `a[]=1` and a repeated `a=1&a=2` are arrays, `a[b]=1` is a hash. Names
 * keep whatever they spell (`__proto__` too), nothing is dropped and nothing is capped silently.
 */
export function readQueryString(raw: string): ReadonlyMap<string, SentParameter> {
  const sent = new Map<string, { shape: SentParameter['shape']; values: string[] }>();
  for (const [spelled, value] of new URLSearchParams(raw)) {
    const bracket = spelled.indexOf('[', 1);
    const name = bracket === -1 ? spelled : spelled.slice(0, bracket);
    const suffix = bracket === -1 ? '' : spelled.slice(bracket);
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

/** The path of a request target: without its query string and, of one in absolute form, without the host. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  const target = mark === -1 ? url : url.slice(0, mark);
  // RFC 9112, 3.2.2: a server must take the absolute form too.
  return target.charCodeAt(0) === SLASH ? target : target.replace(ORIGIN, '') || '/';
}

const SLASH = 0x2f;
const ORIGIN = /^https?:\/\/[^/]*/i;

/** A path as logs may show it: whoever takes a webhook token for a part of the address has it hidden. */
export function loggablePath(url: string): string {
  return pathOf(url).replace(/[0-9a-f]{64,}/gi, '[token]');
}
