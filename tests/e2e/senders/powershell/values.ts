// The values of the interpreter are strings, numbers, booleans, null, arrays, hashtables as maps with keys in lower
// case, bytes, and objects with the members that .NET gives them.

/** A terminating error, as `$_` shows it in a catch block. */
export class PowershellError extends Error {
  constructor(
    message: string,
    readonly Exception: { readonly Message: string; readonly Response: { readonly StatusCode: number } | null } = {
      Message: message,
      Response: null,
    },
    readonly ErrorDetails: { readonly Message: string } | null = null,
  ) {
    super(message);
  }
}

/** Ends the script. */
export class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** Ends a function. */
export class Return extends Error {
  constructor(readonly output: readonly unknown[]) {
    super('return');
  }
}

export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 1 ? isTrue(value[0]) : value.length > 1;
  return value !== null && value !== undefined && value !== '' && value !== 0 && value !== false;
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof PowershellError) return value.message;
  return String(value);
}

/** What a pipeline's output becomes when it is assigned: nothing, the only value, or a list. */
export function unwrap(output: readonly unknown[]): unknown {
  return output.length < 2 ? (output[0] ?? null) : output;
}

export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

const textMembers: Readonly<Record<string, (text: string) => unknown>> = {
  length: (text) => text.length,
  // .NET throws where JavaScript would cut.
  substring: (text) => (start: number, length?: number) => {
    if (start < 0 || start + (length ?? 0) > text.length) throw new PowershellError('startIndex is out of range');
    return text.slice(start, length === undefined ? undefined : start + length);
  },
  trimend: (text) => (character: string) => {
    let end = text.length;
    while (end > 0 && text[end - 1] === character) end -= 1;
    return text.slice(0, end);
  },
  replace: (text) => (old: string, replacement: string) => text.replaceAll(old, replacement),
};

/** A member of a value. Of nothing, every member is nothing. Names have no case. */
export function memberOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null;
  const key = name.toLowerCase();
  if (value instanceof Map) return value.get(key) ?? null;
  if (Array.isArray(value) && (key === 'count' || key === 'length')) return value.length;
  if (typeof value === 'string') {
    const member = textMembers[key];
    if (member === undefined) throw new Error(`the interpreter knows no member ${name} of a text`);
    return member(value);
  }
  const entry = Object.entries(value).find(([each]) => each.toLowerCase() === key);
  if (entry === undefined) throw new Error(`the interpreter knows no member ${name} of ${JSON.stringify(value)}`);
  return entry[1];
}

const same = (a: unknown, b: unknown) =>
  a === null || b === null ? a === b : textOf(a).toLowerCase() === textOf(b).toLowerCase();

/** The type of the left value decides whether numbers or texts are compared. */
function order(a: unknown, b: unknown): number {
  if (typeof a === 'number') return a - Number(b);
  return textOf(a).toLowerCase().localeCompare(textOf(b).toLowerCase());
}

/** The binary operators. */
export const OPERATORS: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  '-eq': same,
  '-ge': (a, b) => order(a, b) >= 0,
  '-gt': (a, b) => a !== null && order(a, b) > 0,
  '-lt': (a, b) => order(a, b) < 0,
  '-match': (a, b) => new RegExp(textOf(b), 'i').test(textOf(a)),
  '-notin': (a, b) => !listOf(b).some((each) => same(a, each)),
  '-contains': (a, b) => listOf(a).some((each) => same(each, b)),
  '-replace': (a, b) => textOf(a).replace(new RegExp(textOf(b), 'gi'), ''),
  '-bor': (a, b) => Number(a) | Number(b),
  '-f': (a, b) => format(textOf(a), listOf(b)),
  '-': (a, b) => Number(a) - Number(b),
};

/** `{1}` is the second value, `{0:D19}` the first with leading zeros. */
function format(template: string, values: readonly unknown[]): string {
  return template.replaceAll(/\{(\d+)(?::D(\d+))?\}/g, (_, at: string, width = '0') =>
    textOf(values[Number(at)]).padStart(Number(width), '0'),
  );
}
