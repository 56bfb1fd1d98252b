import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

// Node has it; the ES libraries of TypeScript do not name it.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { __wbindgen_start(): void } };
};

/** Every table and enum of the schema is ours. */
export const noFilters = { externalTables: [], externalEnums: [] };

/** The engine leaves a ten-second lock timer behind, which must not keep the process alive. */
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

/**
 * The stock adapter cuts a script at every semicolon and runs the pieces one by one, which breaks functions
 * and leaves half a migration behind. One simple query runs the whole script in one implicit transaction, as
 * the native engine does.
 */
class WholeScriptPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    adapter.executeScript = async (script) => {
      try {
        await pool.query(script);
      } catch (error) {
        throw toAdapterError(error);
      }
    };
    return adapter;
  }
}

/** An engine on a pool that stays the caller's; give it one connection, so that session locks hold. */
export async function openSchemaEngine(pool: pg.Pool): Promise<SchemaEngine> {
  return await openEngine(new WholeScriptPg(pool));
}

/** Comparing two schema files asks the server for nothing but its version; this stands in for it. */
function withoutServer(): SqlMigrationAwareDriverAdapterFactory {
  const refuse = () => Promise.reject(new Error('no database is connected'));
  const adapter: SqlDriverAdapter = {
    provider: 'postgres',
    adapterName: '@slipway/prisma/offline',
    queryRaw: () =>
      Promise.resolve({
        columnNames: ['exists', 'version', 'numeric_version'],
        columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
        rows: [[true, 'PostgreSQL 15.0', 150000]],
      }),
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    dispose: () => Promise.resolve(),
  };
  const connect = () => Promise.resolve(adapter);
  return { provider: 'postgres', adapterName: adapter.adapterName, connect, connectToShadowDb: refuse };
}

function asTarget(schema: string | null): DiffTarget {
  if (schema === null) return { tag: 'empty' };
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] };
}

/** The SQL that leads from one Prisma schema (null: an empty database) to another; null when they are alike. */
export async function diffSchemas(from: string | null, to: string): Promise<string | null> {
  const engine = await openEngine(withoutServer());
  const { exitCode, stdout } = await engine.diff({
    from: asTarget(from),
    to: asTarget(to),
    script: true,
    exitCode: true,
    filters: noFilters,
  });
  return exitCode === 2 ? stdout : null;
}
