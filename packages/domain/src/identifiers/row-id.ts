const MAX_INT4 = 2_147_483_647;

function parseDigits(text: string, max: number): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const value = Number(text);
  return value >= 1 && value <= max ? value : null;
}

/** Reads a path segment as a 32-bit row id; null if no such row can exist. */
export function parseRowId(text: string): number | null {
  return parseDigits(text, MAX_INT4);
}

/** Reads a path segment as a 64-bit row id, up to JavaScript's largest exact integer. */
export function parseLargeRowId(text: string): number | null {
  return parseDigits(text, Number.MAX_SAFE_INTEGER);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads a path segment as a UUID in its usual form; null if no such row can exist. */
export function parseUuid(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}
