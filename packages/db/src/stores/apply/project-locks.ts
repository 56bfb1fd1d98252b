import type { Operation } from '@slipway/domain';
import { isLockTimeout } from '../../outage.js';
import { execute, type Queryable, sql } from '../../sql.js';
import type { ToldOperation } from './told-operation.js';

/** Operations whose effect hangs on rows of another kind, which a transaction underway may be about to write. */
const EXCLUSIVE: ReadonlySet<Operation['kind']> = new Set(['deployment', 'ref_move', 'build_steps']);

/** What is told of a change at second hand goes to the row of whoever tells it first-hand. */
function isExclusive(operation: Operation): boolean {
  return EXCLUSIVE.has(operation.kind) || (operation.kind === 'change' && operation.secondHand === true);
}

/** Keeps our locks apart from others'. */
const SPACE = 74_025;

/** Another transaction has had a project to itself for longer than this one may wait. */
export class ProjectHeldError extends Error {
  override name = 'ProjectHeldError';
}

/**
 * Holds the projects of a batch until the transaction ends. Most batches share a project: the rows they write are
 * locked one by one. One that links rows of different kinds has it alone, since of two at once neither would see what
 * the other writes. Taken before any row lock and in the order of ids, so that nobody waits in a circle. From here on
 * the transaction waits for any lock a sixth of the time it has for a statement: who is held up is told from who is
 * slow, and has time left for others.
 */
export async function lockProjects(tx: Queryable, told: readonly ToldOperation[]): Promise<void> {
  const modes = new Map<number, boolean>();
  for (const { scope, operation } of told)
    modes.set(scope.projectId, modes.get(scope.projectId) === true || isExclusive(operation));
  if (modes.size === 0) return;
  const locks = [...modes].toSorted(([a], [b]) => a - b);
  try {
    await takeLocks(tx, locks);
  } catch (error) {
    throw isLockTimeout(error) ? new ProjectHeldError('a project is held by others', { cause: error }) : error;
  }
}

async function takeLocks(tx: Queryable, locks: readonly (readonly [number, boolean])[]): Promise<void> {
  // For its effect only: Prisma cannot read a column of type void.
  await execute(
    tx,
    sql`WITH patience AS MATERIALIZED (
          SELECT set_config('lock_timeout',
            (extract(epoch FROM current_setting('statement_timeout')::interval) * 1000 / 6)::int::text, true))
        SELECT CASE WHEN exclusive THEN pg_advisory_xact_lock(${SPACE}::int, id)
                    ELSE pg_advisory_xact_lock_shared(${SPACE}::int, id) END
        FROM patience, unnest(${locks.map(([id]) => id)}::int[], ${locks.map(([, exclusive]) => exclusive)}::boolean[])
          AS p(id, exclusive)`,
    'lock projects',
  );
}
