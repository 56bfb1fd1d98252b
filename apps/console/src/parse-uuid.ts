const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in a path; null if no row can have it. */
export function parseUuid(text: string): string | null {
  return UUID.test(text) ? text : null;
}
