import type { LogClosed, LogOpened } from '@slipway/domain';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { iso } from '../../times.js';
import { ofKind, type ScopedOperation } from '../apply/engine/scoped-operation.js';

const placeOf = ({ scope, operation }: ScopedOperation<LogOpened | LogClosed>) => ({
  accountId: scope.accountId,
  projectId: scope.projectId,
  integrationId: scope.integrationId,
  digest: operation.log,
  receivedAt: iso(scope.receivedAt),
});

const PLACE = {
  accountId: 'int',
  projectId: 'int',
  integrationId: 'int',
  digest: 'text',
  receivedAt: 'timestamptz(3)',
} as const;

const openedRow = (opened: ScopedOperation<LogOpened>) => ({
  ...placeOf(opened),
  jobName: opened.operation.jobName,
  buildNumber: opened.operation.buildNumber,
  attempt: opened.operation.attempt,
  step: opened.operation.step,
});

const open = defineQuery({
  name: 'open logs',
  columns: {},
  examples: [[]],
  build: (opened: readonly ScopedOperation<LogOpened>[]) => sql`INSERT INTO logs AS l (account_id, project_id,
      integration_id, digest, opened_at, job_name, build_number, attempt, step, stored_at)
    SELECT r.*, r.received_at FROM ${rowsOf(opened.map(openedRow), {
      ...PLACE,
      jobName: 'text',
      buildNumber: 'text',
      attempt: 'int',
      step: 'text',
    })} ORDER BY r.integration_id, r.digest
    ON CONFLICT (integration_id, digest) DO UPDATE SET opened_at = EXCLUDED.opened_at, job_name = EXCLUDED.job_name,
      build_number = EXCLUDED.build_number, attempt = EXCLUDED.attempt, step = EXCLUDED.step, due_at = now()
    WHERE l.job_name IS NULL`,
});

const closedRow = (closed: ScopedOperation<LogClosed>) => ({
  ...placeOf(closed),
  size: closed.operation.size ?? null,
  status: closed.operation.status ?? null,
  finishedAt: iso(closed.operation.finishedAt),
});

const close = defineQuery({
  name: 'close logs',
  columns: {},
  examples: [[]],
  build: (closed: readonly ScopedOperation<LogClosed>[]) => sql`INSERT INTO logs AS l (account_id, project_id,
      integration_id, digest, closed_at, size, status, finished_at, opened_at, stored_at)
    SELECT r.*, r.received_at, r.received_at FROM ${rowsOf(closed.map(closedRow), {
      ...PLACE,
      size: 'bigint',
      status: 'text',
      finishedAt: 'timestamptz(3)',
    })} ORDER BY r.integration_id, r.digest
    ON CONFLICT (integration_id, digest) DO UPDATE SET closed_at = EXCLUDED.closed_at, size = EXCLUDED.size,
      status = EXCLUDED.status, finished_at = EXCLUDED.finished_at, due_at = now()
    WHERE l.closed_at IS NULL`,
});

/** The first operation about each log. */
function firstOfEach<O extends LogOpened | LogClosed>(operations: readonly ScopedOperation<O>[]) {
  const first = new Map<string, ScopedOperation<O>>();
  for (const scoped of operations) {
    const key = `${scoped.scope.integrationId} ${scoped.operation.log}`;
    if (!first.has(key)) first.set(key, scoped);
  }
  return [...first.values()];
}

/** Records that logs were opened and closed, in any order. A worker then finds their builds, and stores their lines. */
export async function applyLogEvents(tx: Queryable, operations: readonly ScopedOperation[]): Promise<void> {
  const opened = firstOfEach(ofKind(operations, 'log_opened'));
  const closed = firstOfEach(ofKind(operations, 'log_closed'));
  if (opened.length > 0) await open.execute(tx, opened);
  if (closed.length > 0) await close.execute(tx, closed);
}
