import type { Parameters, ParameterValues } from '@slipway/contracts';

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

export type Query<P extends Parameters> = {
  readonly [K in keyof P]?: Sendable<NonNullable<ParameterValues<P>[K]>> | undefined;
};

type Sendable<T> = T extends string | number | boolean | Date | readonly unknown[] ? T : string;

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Reads the filters in an address with the parameters of the contract. A value that the contract refuses counts as not
 * set, so that an outdated or mistyped link opens the list without that filter.
 */
export function readFilters<P extends Parameters>(texts: Texts, parameters: P) {
  const values: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) {
    const result = text ? parameters[name]?.read(text) : undefined;
    if (!text || (result && !('value' in result))) continue;
    values[name] = text;
    if (result) query[name] = sendable(result.value, text);
  }
  return { values, query: query as Query<P> };
}

/** Objects that stand for a value, such as an assignee, are sent as they were written. */
function sendable(value: unknown, text: string): unknown {
  const isPlain = typeof value !== 'object' || Array.isArray(value) || value instanceof Date;
  return isPlain ? value : text;
}
