import type { Queryable } from './migration-history.js';
import { unmodelled, unmodelledTables, unmodelledWhereSupported } from './unmodelled.js';

/** Every object in the schema: its name, and its definition as the server prints it. */
export type Catalog = Map<string, string>;

const ours = `n.nspname = current_schema() AND c.relname !~ $pattern$${unmodelledTables.source}$pattern$`;
const table = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`;

const queries = [
  // Tables and views.
  `SELECT CASE WHEN c.relkind IN ('v', 'm') THEN 'view ' ELSE 'table ' END || c.relname AS key,
          CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) ELSE '' END AS definition
     FROM ${table} WHERE ${ours} AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`,
  `SELECT 'partitioning ' || c.relname AS key, pg_get_partkeydef(c.oid) AS definition
     FROM ${table} WHERE ${ours} AND c.relkind = 'p'`,
  // Columns: type, nullability, default, and storage other than the type's default.
  `SELECT 'column ' || c.relname || '.' || a.attname AS key,
          format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
            || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || a.attidentity::text || a.attgenerated::text
            AS definition
     FROM ${table} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE ${ours} AND c.relkind IN ('r', 'p')`,
  `SELECT 'storage ' || c.relname || '.' || a.attname AS key, a.attstorage::text AS definition
     FROM ${table} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     JOIN pg_type t ON t.oid = a.atttypid
    WHERE ${ours} AND c.relkind IN ('r', 'p') AND a.attstorage <> t.typstorage`,
  `SELECT 'compression ' || c.relname || '.' || a.attname AS key, a.attcompression::text AS definition
     FROM ${table} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attcompression <> ''
    WHERE ${ours} AND c.relkind IN ('r', 'p')`,
  `SELECT 'options ' || c.relname AS key, c.reloptions::text AS definition
     FROM ${table} WHERE ${ours} AND c.reloptions IS NOT NULL AND c.relkind IN ('r', 'p', 'i', 'I')`,
  // Keys and checks. Newer servers also list NOT NULL here, which the columns include.
  `SELECT CASE o.contype WHEN 'c' THEN 'check ' ELSE 'constraint ' END || c.relname || '.' || o.conname AS key,
          pg_get_constraintdef(o.oid) AS definition
     FROM ${table} JOIN pg_constraint o ON o.conrelid = c.oid AND o.contype <> 'n' WHERE ${ours}`,
  // An index's options have a separate entry above. ONLY marks the index of a partitioned table.
  `SELECT 'index ' || c.relname || '.' || x.relname AS key,
          regexp_replace(pg_get_indexdef(i.indexrelid), ' ONLY| WITH \\([^)]*\\)', '', 'g') AS definition
     FROM ${table} JOIN pg_index i ON i.indrelid = c.oid JOIN pg_class x ON x.oid = i.indexrelid WHERE ${ours}`,
  `SELECT 'trigger ' || c.relname || '.' || t.tgname AS key, pg_get_triggerdef(t.oid) AS definition
     FROM ${table} JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal WHERE ${ours}`,
  `SELECT 'enum ' || t.typname AS key, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) AS definition
     FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace JOIN pg_enum e ON e.enumtypid = t.oid
    WHERE n.nspname = current_schema() GROUP BY t.typname`,
  `SELECT 'function ' || p.proname AS key, pg_get_function_identity_arguments(p.oid) AS definition
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = current_schema()`,
];

export async function readCatalog(client: Queryable): Promise<Catalog> {
  const catalog: Catalog = new Map();
  for (const query of queries) {
    const { rows } = await client.query(query);
    for (const { key, definition } of rows as { key: string; definition: string }[]) catalog.set(key, definition);
  }
  return catalog;
}

/** How a migrated database differs from the schema, except for intended differences: one line per object. */
export function findDrift(migrated: Catalog, modelled: Catalog): string[] {
  const intended = new Set([...unmodelled, ...unmodelledWhereSupported]);
  const drift: string[] = [];
  for (const [key, definition] of modelled) {
    const actual = migrated.get(key);
    if (actual === undefined) drift.push(`missing: ${key} ${definition}`.trimEnd());
    else if (actual !== definition) drift.push(`differs: ${key} is "${actual}", the schema says "${definition}"`);
  }
  for (const [key, definition] of migrated)
    if (!modelled.has(key) && !intended.has(key)) drift.push(`extra: ${key} ${definition}`.trimEnd());
  return drift.sort();
}
