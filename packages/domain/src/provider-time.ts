const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * Reads a time as tools send it: ISO 8601 text, epoch seconds or epoch milliseconds, number or digits. Null when it
 * cannot be read or lies outside 1970 to 2100.
 */
export function readProviderTime(value: unknown): number | null {
  const millis = toMillis(value);
  return Number.isFinite(millis) && millis > EARLIEST && millis < LATEST ? Math.trunc(millis) : null;
}

/** Epoch seconds stay below this until the year 5138; epoch milliseconds have been above it since 1973. */
const SECONDS_CEILING = 100_000_000_000;

function toMillis(value: unknown): number {
  if (typeof value === 'string') {
    return /^[0-9]+(\.[0-9]+)?$/.test(value) ? toMillis(Number(value)) : Date.parse(withZone(value));
  }
  if (typeof value !== 'number') return Number.NaN;
  return value < SECONDS_CEILING ? value * 1000 : value;
}

/** A time without a zone is UTC, not the server's own. */
function withZone(text: string): string {
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
}
