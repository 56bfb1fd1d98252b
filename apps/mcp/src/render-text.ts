type Entry = readonly [key: string, value: unknown];

/** Renders data compactly for a model: one line per row of a list, one line per field of a single object. */
export function renderText(data: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(data)
    .filter(([key, value]) => key !== 'pagination' && !isEmpty(value))
    .flatMap(renderEntry);
  return lines.length === 0 ? '(nothing)' : lines.join('\n');
}

function renderEntry([key, value]: Entry): string[] {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    return [`${key} (${value.length}):`, ...value.map((item) => JSON.stringify(withoutEmpty(item)))];
  }
  return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(withoutEmpty(value))}`];
}

/** Fields without a value cost tokens and say nothing. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => !isEmpty(item));
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutEmpty(item)]));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
