import { computed, nullable } from './columns.js';
import type { DatabaseHandle } from './database.js';
import { defineQuery } from './define-query.js';
import { type Sql, sql } from './sql.js';

const secondsSince = (time: Sql) => sql`greatest(0, extract(epoch FROM clock_timestamp() - ${time}))::float8`;

/** PostgreSQL shows only the transactions of its own role to a role without pg_read_all_stats. */
const oldestTransaction = (states: Sql) => sql`coalesce((SELECT max(${secondsSince(sql`xact_start`)})
  FROM pg_stat_activity WHERE backend_type = 'client backend' AND ${states}), 0)`;

const isIdle = sql`state LIKE 'idle in transaction%'`;

const health = defineQuery({
  name: 'inspect server',
  columns: {
    /** For how long the log has not been archived because its command fails; 0 while it succeeds or is not used. */
    archiveFailingSeconds: computed(
      'float8',
      sql`(SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
        AND current_setting('archive_mode') <> 'off'
        THEN ${secondsSince(sql`coalesce(last_archived_time, stats_reset, last_failed_time)`)} ELSE 0 END
        FROM pg_stat_archiver)`,
    ),
    activeTransactionSeconds: computed('float8', oldestTransaction(sql`NOT ${isIdle}`)),
    idleTransactionSeconds: computed('float8', oldestTransaction(isIdle)),
    /** Transactions since the oldest one that is not frozen. PostgreSQL stops at about 2.1 billion. */
    xidAge: computed(
      'int8',
      sql`(SELECT max(greatest(age(datfrozenxid), mxid_age(datminmxid))) FROM pg_database)::bigint`,
    ),
    sizeBytes: computed('int8', sql`pg_database_size(current_database())`),
    /** Null for a role that may not see it. */
    dataDirectory: nullable(
      computed('text', sql`(SELECT setting FROM pg_settings WHERE name = 'data_directory')`),
    ),
  },
  examples: [{}],
  build: (_: object, select) => sql`SELECT ${select}`,
});

/** What endangers a PostgreSQL server sooner or later. */
export type ServerHealth = NonNullable<Awaited<ReturnType<typeof health.first>>>;

export async function inspectServer({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<ServerHealth> {
  return (await health.first(pool, {})) as ServerHealth;
}
