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

/** Ends a turn of a loop, or the loop. */
export class Continue extends Error {
  constructor(readonly isLast: boolean) {
    super('continue');
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

/** A list that grows. */
export class ArrayList {
  readonly items: unknown[] = [];
  readonly Add = (item: unknown) => this.items.push(item) - 1;
}

export function listOf(value: unknown): unknown[] {
  if (value instanceof ArrayList) return value.items;
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** What a type in brackets makes of a value. */
export const CASTS: Readonly<Record<string, (value: unknown) => unknown>> = {
  '[int]': (value) => Number(value ?? 0),
  '[bool]': isTrue,
  '[char]': (value) => String.fromCharCode(Number(value)),
};

/** Replaces the escape sequences of a text in double quotes. */
export function unescaped(text: string): string {
  return text.replaceAll('`n', '\n');
}

const mapMembers: Readonly<Record<string, (map: Map<unknown, unknown>) => unknown>> = {
  containskey: (map) => (key: unknown) => map.has(key),
  remove: (map) => (key: unknown) => void map.delete(key),
  keys: (map) => [...map.keys()],
};

const textMembers: Readonly<Record<string, (text: string) => unknown>> = {
  length: (text) => text.length,
  // .NET throws where JavaScript would cut.
  substring: (text) => (start: number, length?: number) => {
    if (start < 0 || start + (length ?? 0) > text.length) throw new PowershellError('startIndex is out of range');
    return text.slice(start, length === undefined ? undefined : start + length);
  },
  indexof: (text) => (part: string) => text.indexOf(part),
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
  if (value instanceof Map) return mapMembers[key]?.(value) ?? value.get(key) ?? null;
  if (Array.isArray(value) && (key === 'count' || key === 'length')) return value.length;
  if (Buffer.isBuffer(value) && key === 'length') return value.length;
  // The only format that the scripts use is N0.
  if (typeof value === 'number' && key === 'tostring') return () => value.toLocaleString('en-US');
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

const patterns = new Map<string, RegExp>();

function patternOf(source: unknown, flags: string): RegExp {
  const key = `${flags}/${textOf(source)}`;
  const known = patterns.get(key) ?? new RegExp(textOf(source), flags);
  patterns.set(key, known);
  return known;
}

/** The binary operators. */
export const OPERATORS: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  '-eq': same,
  '-ge': (a, b) => order(a, b) >= 0,
  '-gt': (a, b) => a !== null && order(a, b) > 0,
  '-lt': (a, b) => order(a, b) < 0,
  '-le': (a, b) => order(a, b) <= 0,
  '-match': (a, b) => patternOf(b, 'i').test(textOf(a)),
  '-notmatch': (a, b) => !patternOf(b, 'i').test(textOf(a)),
  '-cmatch': (a, b) => patternOf(b, '').test(textOf(a)),
  '-cnotmatch': (a, b) => !patternOf(b, '').test(textOf(a)),
  '-split': (a, b) => textOf(a).split(patternOf(b, 'i')),
  '-join': (a, b) => listOf(a).map(textOf).join(textOf(b)),
  '-notcontains': (a, b) => !listOf(a).some((each) => same(each, b)),
  '-notin': (a, b) => !listOf(b).some((each) => same(a, each)),
  '-contains': (a, b) => listOf(a).some((each) => same(each, b)),
  '-replace': (a, b) => textOf(a).replace(new RegExp(textOf(b), 'gi'), ''),
  '-bor': (a, b) => Number(a) | Number(b),
  '-f': (a, b) => format(textOf(a), listOf(b)),
  '-': (a, b) => Number(a) - Number(b),
  '+': (a, b) => (typeof a === 'number' ? a + Number(b) : textOf(a) + textOf(b)),
  '*': (a, b) => Number(a) * Number(b),
  '/': (a, b) => Number(a) / Number(b),
};

/** `{1}` is the second value, `{0:D19}` the first with leading zeros. */
function format(template: string, values: readonly unknown[]): string {
  return template.replaceAll(/\{(\d+)(?::D(\d+))?\}/g, (_, at: string, width = '0') =>
    textOf(values[Number(at)]).padStart(Number(width), '0'),
  );
}
