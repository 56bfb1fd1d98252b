import { columnName } from './columns.js';
import { join, raw, type Sql, sql } from './sql.js';

/** The PostgreSQL type of each field of a row. */
export type RowTypes<Row> = { readonly [Field in keyof Row & string]-?: string };

/**
 * Rows as a table `r` with one column per field: the only way to pass rows to a statement. Each column is sent as one
 * array parameter, which costs the server half as much as JSON. PostgreSQL arrays cannot contain arrays of different
 * lengths, so such a field is sent as jsonb.
 */
export function rowsOf<Row extends object>(rows: readonly Row[], types: RowTypes<Row>): Sql {
  const fields = Object.keys(types) as (keyof Row & string)[];
  const arrays = fields.map((field) => {
    const type = types[field];
    const values = rows.map((row) => row[field]);
    return sql`${type === 'bytea' ? binaryArray(values) : textArray(values, type)}::${raw(type)}[]`;
  });
  return sql`unnest(${join(arrays)}) AS r(${columnList(fields)})`;
}

const quotedColumns = new Map<string, string>();

function quotedColumn(field: string): string {
  const known = quotedColumns.get(field);
  if (known !== undefined) return known;
  const column = `"${columnName(field)}"`;
  quotedColumns.set(field, column);
  return column;
}

/** Column names for a statement, each with `prefix` in front. */
export function columnList(fields: readonly string[], prefix = ''): Sql {
  return raw(fields.map((field) => prefix + quotedColumn(field)).join(', '));
}

function textArray(values: readonly unknown[], type: string): string {
  let text = '';
  for (const value of values) text += `,${elementOf(value, type)}`;
  return `{${text.slice(1)}}`;
}

/** An element of an array literal. The driver can write them too, but needs three times as long. */
function elementOf(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'NULL';
  if (type === 'jsonb') return quoted(JSON.stringify(value));
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'object') throw new TypeError(`no ${type} can be written from an object`);
  return String(value);
}

function quoted(text: string): string {
  const safe = text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text;
  return `"${safe}"`;
}

const BYTEA = 17;
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

/**
 * An array of bytes in PostgreSQL's binary format: dimensions, whether there are nulls, element type, count, first index,
 * and each element after its length. As text, every byte would take two characters.
 */
function binaryArray(values: readonly unknown[]): Buffer {
  const elements = values.map((value) => (value == null ? null : (value as Uint8Array)));
  const array = Buffer.allocUnsafe(
    elements.reduce((size, element) => size + 4 + (element?.length ?? 0), HEADER_BYTES),
  );
  for (const [place, field] of [1, 1, BYTEA, elements.length, 1].entries()) array.writeInt32BE(field, place * 4);
  let at = HEADER_BYTES;
  for (const element of elements) {
    at = array.writeInt32BE(element?.length ?? NULL_LENGTH, at);
    if (element === null) continue;
    array.set(element, at);
    at += element.length;
  }
  return array;
}
