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

function hasSeveralKinds(operations: readonly ScopedOperation[]): boolean {
  return operations.some(({ operation }) => operation.kind !== operations[0]?.operation.kind);
}

/** Locks the project of a row `r`. The first key separates these advisory locks from others. */
const lock = sql`(CASE WHEN r.exclusive THEN pg_advisory_xact_lock(74025, r.id)
  ELSE pg_advisory_xact_lock_shared(74025, r.id) END)::text`;
/** Locks it exclusively if nobody else holds it. A transaction may have both locks. */
const tryLock = sql`r.exclusive OR (r.wanted AND pg_try_advisory_xact_lock(74025, r.id))`;

/** Another transaction has held a project's lock for longer than this one may wait. */
export class ProjectHeldError extends Error {
  override name = 'ProjectHeldError';
}

interface ProjectLock {
  readonly id: number;
  readonly exclusive: boolean;
  /** Whether to lock it exclusively if that is possible without waiting. */
  readonly wanted: boolean;
}

const takeLocks = defineQuery({
  name: 'lock projects',
  columns: { locked: computed('text', lock), isOwn: computed('bool', tryLock) },
  prepared: true,
  examples: [[]],
  build: (locks: readonly ProjectLock[], select) => sql`WITH lock_limit AS MATERIALIZED (
      SELECT set_config('lock_timeout',
        (extract(epoch FROM current_setting('statement_timeout')::interval) * 1000 / 6)::int::text, true))
    SELECT ${select} FROM lock_limit, ${rowsOf(locks, { id: 'int', exclusive: 'boolean', wanted: 'boolean' })}`,
});

/**
 * Locks a batch's projects until the transaction ends. Most batches share a project and lock the rows they write one by
 * one. A batch that links rows of different kinds locks its project exclusively, because two such batches at once would
 * not see each other's rows. Locks are taken before any row lock and in id order, which rules out deadlocks. From here on,
 * the transaction waits for a lock at most a sixth of its statement timeout, so that waiting for a lock is not mistaken for
 * a slow statement.
 *
 * A small batch of several kinds takes projects that nobody else has for itself, to apply the kinds side by side. Returns
 * whether it has all of its projects to itself.
 */
export async function lockProjects(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  { isSmall }: { readonly isSmall: boolean },
): Promise<boolean> {
  const modes = new Map<number, boolean>();
  for (const { scope, operation } of operations)
    modes.set(scope.projectId, modes.get(scope.projectId) === true || isExclusive(operation));
  if (modes.size === 0) return false;
  const wanted = isSmall && hasSeveralKinds(operations);
  const locks = [...modes].map(([id, exclusive]) => ({ id, exclusive, wanted }));
  const taken = await takeInOrder(
    tx,
    locks.toSorted((a, b) => a.id - b.id),
  );
  return taken.every(({ isOwn }) => isOwn);
}

/**
 * Keeps batches that link rows of different kinds from being applied to these projects until the transaction ends. Other
 * batches are applied meanwhile.
 */
export async function shareProjects(tx: Queryable, ids: readonly number[]): Promise<void> {
  const distinct = [...new Set(ids)].toSorted((a, b) => a - b);
  await takeInOrder(
    tx,
    distinct.map((id) => ({ id, exclusive: false, wanted: false })),
  );
}

/** Locks a project exclusively until the transaction ends, so that none of its deliveries is applied meanwhile. */
export async function lockProject(tx: Queryable, id: number): Promise<void> {
  await takeInOrder(tx, [{ id, exclusive: true, wanted: false }]);
}

async function takeInOrder(tx: Queryable, locks: readonly ProjectLock[]) {
  try {
    return await takeLocks.all(tx, locks);
  } catch (error) {
    throw isLockTimeout(error) ? new ProjectHeldError('a project is locked by others', { cause: error }) : error;
  }
}
