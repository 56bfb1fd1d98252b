import type { Operation } from '@slipway/domain';
import { computed } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { isLockTimeout } from '../../../outage.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import type { ScopedOperation } from './scoped-operation.js';

/** Operations that link to rows of another kind, which a concurrent transaction may be about to write. */
const EXCLUSIVE: ReadonlySet<Operation['kind']> = new Set(['deployment', 'ref_move', 'build_steps']);

/** A second-hand change is merged into the row of the change's own source. */
function isExclusive(operation: Operation): boolean {
  return EXCLUSIVE.has(operation.kind) || (operation.kind === 'change' && operation.secondHand === true);
}

/** Rows of several kinds are written side by side, in no fixed order. */
function hasSeveralKinds(operations: readonly ScopedOperation[]): boolean {
  return operations.some(({ operation }) => operation.kind !== operations[0]?.operation.kind);
}

/** Locks the project of a row `r`. The first key separates these advisory locks from others. */
const lock = sql`(CASE WHEN r.exclusive THEN pg_advisory_xact_lock(74025, r.id)
  ELSE pg_advisory_xact_lock_shared(74025, r.id) END)::text`;

/** Another transaction has held a project's lock for longer than this one may wait. */
export class ProjectHeldError extends Error {
  override name = 'ProjectHeldError';
}

interface ProjectLock {
  readonly id: number;
  readonly exclusive: boolean;
}

const takeLocks = defineQuery({
  name: 'lock projects',
  columns: { locked: computed('text', lock) },
  prepared: true,
  examples: [[]],
  build: (locks: readonly ProjectLock[], select) => sql`WITH lock_limit AS MATERIALIZED (
      SELECT set_config('lock_timeout',
        (extract(epoch FROM current_setting('statement_timeout')::interval) * 1000 / 6)::int::text, true))
    SELECT ${select} FROM lock_limit, ${rowsOf(locks, { id: 'int', exclusive: 'boolean' })}`,
});

/**
 * Locks a batch's projects until the transaction ends. Most batches share a project and lock the rows they write one by
 * one. A batch that links rows of different kinds locks its project exclusively, because two such batches at once would
 * not see each other's rows; one that writes rows of several kinds does too, because two such batches could lock them in
 * different order. Locks are taken before any row lock and in id order, which rules out deadlocks. From here
 * on, the transaction waits for a lock at most a sixth of its statement timeout, so that waiting for a lock is not
 * mistaken for a slow statement.
 */
export async function lockProjects(tx: Queryable, operations: readonly ScopedOperation[]): Promise<void> {
  const modes = new Map<number, boolean>();
  const isMixed = hasSeveralKinds(operations);
  for (const { scope, operation } of operations)
    modes.set(scope.projectId, isMixed || modes.get(scope.projectId) === true || isExclusive(operation));
  if (modes.size === 0) return;
  await takeInOrder(
    tx,
    [...modes].map(([id, exclusive]) => ({ id, exclusive })).toSorted((a, b) => a.id - b.id),
  );
}

/**
 * Keeps batches that link rows of different kinds from being applied to these projects until the transaction ends. Other
 * batches are applied meanwhile.
 */
export function shareProjects(tx: Queryable, ids: readonly number[]): Promise<void> {
  const distinct = [...new Set(ids)].toSorted((a, b) => a - b);
  return takeInOrder(
    tx,
    distinct.map((id) => ({ id, exclusive: false })),
  );
}

/** Locks a project exclusively until the transaction ends, so that none of its deliveries is applied meanwhile. */
export function lockProject(tx: Queryable, id: number): Promise<void> {
  return takeInOrder(tx, [{ id, exclusive: true }]);
}

async function takeInOrder(tx: Queryable, locks: readonly ProjectLock[]): Promise<void> {
  try {
    await takeLocks.all(tx, locks);
  } catch (error) {
    throw isLockTimeout(error) ? new ProjectHeldError('a project is locked by others', { cause: error }) : error;
  }
}
