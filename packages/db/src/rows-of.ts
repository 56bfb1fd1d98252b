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
    const array = type === 'bytea' ? bytesArray(rows.map((row) => row[field])) : textArray(rows, field, type);
    return sql`${array}::${raw(type)}[]`;
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

function textArray<Row extends object>(rows: readonly Row[], field: keyof Row, type: string): string {
  let text = '';
  for (const row of rows) text += `,${elementOf(row[field], type)}`;
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
 * An array of bytea in PostgreSQL's binary format: dimensions, whether there are nulls, element type, count, first index,
 * and each element after its length. As text, every byte would take two characters.
 */
function bytesArray(values: readonly unknown[]): Buffer {
  const elements = values as readonly (Uint8Array | null | undefined)[];
  const sizeBytes = elements.reduce((sum, element) => sum + 4 + (element?.length ?? 0), HEADER_BYTES);
  const array = Buffer.allocUnsafe(sizeBytes);
  for (const [place, field] of [1, 1, BYTEA, elements.length, 1].entries()) array.writeInt32BE(field, place * 4);
  let at = HEADER_BYTES;
  for (const element of elements) {
    at = array.writeInt32BE(element?.length ?? NULL_LENGTH, at);
    if (element == null) continue;
    array.set(element, at);
    at += element.length;
  }
  return array;
}
