import { describeCount } from '@slipway/domain';
import { withoutHiddenCharacters } from './fence.js';

/** The maximum size of a result's data, in characters of JSON; about 8,000 tokens. */
const MAX_DATA_CHARS = 32_000;

/** Data of at most `MAX_DATA_CHARS` characters, and a line for each kind of thing that was omitted. */
export interface BoundedData {
  readonly data: Record<string, unknown>;
  readonly omitted: readonly string[];
}

interface Limits {
  readonly textChars: number;
  readonly items: number;
}

/** Tried in order until the data fits. */
const LIMITS: readonly Limits[] = [
  { textChars: 4_000, items: 1_000 },
  { textChars: 1_000, items: 200 },
  { textChars: 400, items: 50 },
  { textChars: 160, items: 20 },
  { textChars: 60, items: 5 },
];
/** Objects in the contracts have fewer keys and levels, so these limits only cut free-form data. */
const MAX_KEYS = 40;
const MAX_DEPTH = 8;
const ROW_DEPTH = 2;

/** Cuts long texts and lists until the data fits. The rows of a page and its cursor are kept as long as possible. */
export function boundData(data: object): BoundedData {
  for (const limits of LIMITS) {
    const bounded = cut(data, limits);
    if (sizeOf(bounded.data) <= MAX_DATA_CHARS) return bounded;
  }
  return dropRows(cut(data, { textChars: 60, items: 5 }));
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

function cut(data: object, limits: Limits): BoundedData {
  const omitted = new Set<string>();
  const isPage = 'pagination' in data || 'next_cursor' in data;
  const entries = Object.entries(data).map(([key, value]): [string, unknown] => {
    if (key === 'pagination') return [key, value];
    if (!isPage || !Array.isArray(value)) return [key, shrink(value, { limits, path: key, depth: 1, omitted })];
    return [key, value.map((row) => shrink(row, { limits, path: `${key}[]`, depth: ROW_DEPTH, omitted }))];
  });
  return { data: Object.fromEntries(entries), omitted: [...omitted] };
}

interface Place {
  readonly limits: Limits;
  readonly path: string;
  readonly depth: number;
  readonly omitted: Set<string>;
}

function shrink(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return shrinkText(value, place);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > MAX_DEPTH) {
    place.omitted.add(`${place.path}: nested too deeply`);
    return '[omitted]';
  }
  return Array.isArray(value) ? shrinkList(value, place) : shrinkObject(value, place);
}

function shrinkText(original: string, { limits: { textChars }, path, omitted }: Place): string {
  const text = withoutHiddenCharacters(original);
  if (text.length <= textChars) return text;
  omitted.add(`${path}: cut after ${textChars} characters`);
  return `${text.slice(0, textChars).toWellFormed()}… [${text.length - textChars} more characters]`;
}

function shrinkList(list: readonly unknown[], place: Place): unknown[] {
  const { limits, path, depth, omitted } = place;
  if (list.length > limits.items)
    omitted.add(`${path}: the first ${describeCount(limits.items)} of ${describeCount(list.length)} are shown`);
  return list
    .slice(0, limits.items)
    .map((item) => shrink(item, { ...place, path: `${path}[]`, depth: depth + 1 }));
}

function shrinkObject(object: object, place: Place): Record<string, unknown> {
  const { path, depth, omitted } = place;
  const entries = Object.entries(object);
  // Names only the fields of rows, which the contracts define. Deeper keys may come from outside and must stay fenced.
  const pathOf = (key: string) => (depth === ROW_DEPTH && path.endsWith('[]') ? `${path}.${key}` : path);
  if (entries.length > MAX_KEYS)
    omitted.add(`${path}: the first ${MAX_KEYS} of ${describeCount(entries.length)} keys are shown`);
  return Object.fromEntries(
    entries
      .slice(0, MAX_KEYS)
      .map(([key, value]) => [
        withoutHiddenCharacters(key),
        shrink(value, { ...place, path: pathOf(key), depth: depth + 1 }),
      ]),
  );
}

/** The last resort for a page with many large rows. */
function dropRows({ data, omitted }: BoundedData): BoundedData {
  const [key, rows] = Object.entries(data).find(([, value]) => Array.isArray(value)) ?? [];
  if (key === undefined || !Array.isArray(rows)) return { data, omitted };
  const kept: unknown[] = [];
  let size = sizeOf({ ...data, [key]: [] });
  for (const row of rows) {
    size += sizeOf(row) + 1;
    if (size > MAX_DATA_CHARS) break;
    kept.push(row);
  }
  const note = `${key}: only ${kept.length} of ${rows.length} rows fit; repeat the call with limit ${kept.length} instead of using next_cursor`;
  return { data: { ...data, [key]: kept }, omitted: [...omitted, note] };
}
