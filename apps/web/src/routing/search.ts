/** Writes the query string of an address: `?integration=33&outcome=dead`. All filters are plain text. */
export function writeSearch(filters: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(set.map(([name, value]) => [name, quoteQuoted(String(value))])).toString();
  return text && `?${text}`;
}

export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, unquote(value)]));
}

/** Addresses used to contain numbers and similar values as JSON strings, `%2233%22`. Such links still work. */
function unquote(value: string): string {
  try {
    const parsed: unknown = /^".*"$/s.test(value) ? JSON.parse(value) : value;
    return typeof parsed === 'string' ? parsed : value;
  } catch {
    return value;
  }
}

/** Quotes a text that would otherwise be mistaken for such a string. */
function quoteQuoted(value: string): string {
  return unquote(value) === value ? value : JSON.stringify(value);
}
