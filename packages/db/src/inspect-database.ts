import { computed } from './columns.js';
import type { DatabaseHandle } from './database.js';
import { defineQuery } from './define-query.js';
import { sql } from './sql.js';

const setting = (name: string) => sql`current_setting(${name})`;

const facts = defineQuery({
  name: 'inspect database',
  columns: {
    version: computed('text', setting('server_version')),
    versionNumber: computed('int4', sql`${setting('server_version_num')}::int`),
    now: computed('timestamptz', sql`clock_timestamp()`),
    /** The time zone of this session, which asks for UTC. */
    timeZone: computed('text', setting('TimeZone')),
    maxConnections: computed('int4', sql`${setting('max_connections')}::int`),
    reservedConnections: computed('int4', sql`${setting('superuser_reserved_connections')}::int`),
    connections: computed(
      'int4',
      sql`(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int`,
    ),
    sizeBytes: computed('int8', sql`pg_database_size(current_database())`),
    database: computed('text', sql`current_database()::text`),
    /** The same for a server and its replicas. */
    systemId: computed('text', sql`(SELECT system_identifier::text FROM pg_control_system())`),
    /** Together with `systemId`, it identifies a running server. */
    startedAt: computed('timestamptz', sql`pg_postmaster_start_time()`),
    isReplica: computed('bool', sql`pg_is_in_recovery()`),
    fsync: computed('text', setting('fsync')),
  },
  examples: [{}],
  build: (_: object, select) => sql`SELECT ${select}`,
});

/** What PostgreSQL reports about itself. */
export type DatabaseFacts = NonNullable<Awaited<ReturnType<typeof facts.first>>>;

export async function inspectDatabase({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<DatabaseFacts> {
  return (await facts.first(pool, {})) as DatabaseFacts;
}
