import type { LiveChange, LiveKind } from '@slipway/contracts';
import { computed } from './columns.js';
import type { DatabaseHandle } from './database.js';
import { defineQuery } from './define-query.js';
import { listen } from './listen.js';
import { type Queryable, sql } from './sql.js';

const CHANNEL = 'slipway_changes';

const notify = defineQuery({
  name: 'announce changes',
  columns: { sent: computed('int4', sql`count(pg_notify(${CHANNEL}, payload))::int`) },
  prepared: true,
  examples: [{ payloads: ['1:build_run'] }],
  build: ({ payloads }: { payloads: readonly string[] }, select) =>
    sql`SELECT ${select} FROM unnest(${payloads}::text[]) AS payload`,
});

const toPayload = ({ project_id: id, kinds, traceparent }: LiveChange) =>
  [id, kinds.join(','), ...(traceparent === undefined ? [] : [traceparent])].join(':');

/** Announces which rows a transaction changes. PostgreSQL notifies the console when the transaction commits. */
export async function announceChanges(tx: Queryable, changes: readonly LiveChange[]): Promise<void> {
  if (changes.length > 0) await notify.all(tx, { payloads: changes.map(toPayload) });
}

const notifyAlone = defineQuery({
  name: 'announce committed changes',
  columns: { sent: computed('int4', sql`count(pg_notify(${CHANNEL}, payload))::int`) },
  prepared: true,
  examples: [{ payloads: ['1:build_run'] }],
  build: ({ payloads }: { payloads: readonly string[] }, select) => sql`SELECT ${select}
    FROM (SELECT set_config('synchronous_commit', 'off', true)) unsynced, unnest(${payloads}::text[]) AS payload`,
});

/**
 * Announces what a transaction has changed, after it committed. Transactions that notify commit one at a time on the
 * whole server: those of the workers would wait for each other's disk writes.
 */
export async function announceCommitted({ pool }: DatabaseHandle, changes: readonly LiveChange[]): Promise<void> {
  if (changes.length > 0) await notifyAlone.all(pool, { payloads: changes.map(toPayload) });
}

/** `announceChanges` for rows of one project. */
export function announceChange(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  projectId: number,
  ...kinds: LiveKind[]
): Promise<void> {
  return announceChanges(pool, [{ project_id: projectId, kinds }]);
}

export interface LiveChangesOptions {
  /** DATABASE_DIRECT_URL, because listening needs a session. */
  readonly url: string;
  readonly onChange: (change: LiveChange) => void;
  /** Called with null when listening begins (changes may have been missed), and with the reason when it breaks. */
  readonly onState: (problem: Error | null) => void;
}

export function listenForChanges({ url, onChange, onState }: LiveChangesOptions): { close(): Promise<void> } {
  return listen({
    url,
    channel: CHANNEL,
    name: 'slipway-console-listen',
    onPayload: (payload) => onChange(readChange(payload)),
    onState,
  });
}

function readChange(payload: string): LiveChange {
  const [id = '', kinds = '', traceparent] = payload.split(':');
  const change = { project_id: Number(id), kinds: kinds.split(',') as LiveKind[] };
  return traceparent === undefined ? change : { ...change, traceparent };
}
