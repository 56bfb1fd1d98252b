import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

// Node.js has WebAssembly, but TypeScript's ES libraries do not declare it.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { __wbindgen_start(): void } };
};

/** No table or enum is managed outside the schema. */
export const noFilters = { externalTables: [], externalEnums: [] };

/** The engine leaves a ten-second lock timer behind; unref() lets the process end before it fires. */
function engineImports(): object {
  const unrefTimer = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  return Object.fromEntries(
    Object.entries(engineBindings).map(([name, binding]) =>
      name.startsWith('__wbg_setTimeout_') ? [name, unrefTimer] : [name, binding],
    ),
  );
}

let loaded = false;

function loadEngine(): typeof engineBindings.SchemaEngine {
  if (!loaded) {
    const bindings = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const module = new WebAssembly.Module(readFileSync(bindings.replace(/\.js$/, '.wasm')));
    const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': engineImports() });
    engineBindings.__wbg_set_wasm(exports);
    exports.__wbindgen_start();
    loaded = true;
  }
  return engineBindings.SchemaEngine;
}

async function openEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  const discardLog = () => undefined;
  return await loadEngine().new(
    { datamodels: undefined },
    discardLog,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

function toAdapterError(error: unknown): DriverAdapterError {
  const { code, severity, message, detail, hint } = error as pg.DatabaseError;
  return new DriverAdapterError({
    kind: 'postgres',
    code: code ?? 'XX000',
    severity: severity ?? 'ERROR',
    message,
    detail,
    column: undefined,
    hint,
  });
}

const CHAR_OID = 18;
const CHAR_ARRAY_OID = 1002;

/** The engine introspects system catalogs, and the adapter knows their type "char" only as an array. */
function supportChar(adapter: Awaited<ReturnType<PrismaPg['connect']>>): void {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args);
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR_OID) field.dataTypeID = CHAR_ARRAY_OID;
    return result;
  }) as typeof pool.query;
  const queryRaw = adapter.queryRaw.bind(adapter);
  const { Character, CharacterArray } = ColumnTypeEnum;
  adapter.queryRaw = async (params) => {
    const result = await queryRaw(params);
    const columnTypes = result.columnTypes.map((type) => (type === CharacterArray ? Character : type));
    return { ...result, columnTypes };
  };
}

/**
 * The stock adapter splits a script at every semicolon and runs the pieces one by one, which breaks functions and
 * leaves half a migration behind on failure. One simple query runs the whole script in one implicit transaction, as
 * the native engine does.
 */
function runScriptsWhole(adapter: Awaited<ReturnType<PrismaPg['connect']>>): void {
  const pool = adapter.underlyingDriver();
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      throw toAdapterError(error);
    }
  };
}

class MigrationPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    runScriptsWhole(adapter);
    supportChar(adapter);
    return adapter;
  }
}

/** Opens an engine on the caller's pool. The pool must have one connection, so that session locks hold. */
export async function openSchemaEngine(pool: pg.Pool): Promise<SchemaEngine> {
  return await openEngine(new MigrationPg(pool));
}

/** The SQL that leads from the pool's database, or from an empty one, to a Prisma schema; null if they are equal. */
export async function diffSchema(
  pool: pg.Pool,
  from: 'database' | 'empty',
  schema: string,
): Promise<string | null> {
  const files = [{ path: 'schema.prisma', content: schema }];
  const engine = await openSchemaEngine(pool);
  const { exitCode, stdout } = await engine.diff({
    from: from === 'empty' ? { tag: 'empty' } : { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters: noFilters,
  });
  return exitCode === 2 ? stdout : null;
}
