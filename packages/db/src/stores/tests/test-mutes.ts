import { takeAdvisoryLock } from '../../advisory-lock.js';
import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';

/** Tests are muted one after another, so that no two exceed the limit together. */
const MUTE_LOCK = 74_027;

/** At most this share of a project's tests may be muted, or this many, whichever is more. */
const MAX_SHARE = 0.05;
const MIN_LIMIT = 10;

export interface NewMute {
  readonly accountId: number;
  readonly projectId: number;
  readonly testId: number;
  readonly reason: string;
  readonly ownerUserId: number;
  readonly mutedById: number;
  readonly until: Date;
}

const facts = defineQuery({
  name: 'find what decides about a mute',
  columns: {
    isBroken: computed(
      'bool',
      sql`EXISTS (SELECT FROM test_states s WHERE s.test_id = t.id AND s.state = 'broken')`,
    ),
    muted: computed(
      'int4',
      sql`(SELECT count(DISTINCT m.test_id)::int FROM test_mutes m
        WHERE m.project_id = t.project_id AND m.test_id <> t.id AND m.ended_at IS NULL AND m.until > now())`,
    ),
    tests: computed('int4', sql`(SELECT count(*)::int FROM tests o WHERE o.project_id = t.project_id)`),
  },
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: Pick<NewMute, 'projectId' | 'testId'>, select) =>
    sql`SELECT ${select} FROM tests t WHERE t.id = ${testId} AND t.project_id = ${projectId}`,
});

const endMutes = defineQuery({
  name: 'end mutes of tests',
  columns: {},
  examples: [{ projectId: 1, testIds: [1] }],
  build: ({ projectId, testIds }: { readonly projectId: number; readonly testIds: readonly number[] }) =>
    sql`UPDATE test_mutes SET ended_at = now()
      WHERE project_id = ${projectId} AND test_id = ANY(${testIds}::bigint[]) AND ended_at IS NULL AND until > now()`,
});

/** Mutes a test, in the caller's transaction; a mute that it already has ends. */
export async function muteTest(
  tx: DatabaseHandle,
  mute: NewMute,
): Promise<'muted' | 'unknown' | 'broken' | 'too_many'> {
  const { projectId, testId } = mute;
  await takeAdvisoryLock(tx.pool, MUTE_LOCK);
  const known = await facts.first(tx.pool, { projectId, testId });
  if (known === null) return 'unknown';
  if (known.isBroken) return 'broken';
  if (known.muted >= Math.max(MIN_LIMIT, Math.floor(known.tests * MAX_SHARE))) return 'too_many';
  await endMutes.execute(tx.pool, { projectId, testIds: [testId] });
  await tx.prisma.testMute.create({ data: mute });
  return 'muted';
}

/** Ends the mute of a test; false if it has none. */
export async function unmuteTest({ pool }: DatabaseHandle, projectId: number, testId: number): Promise<boolean> {
  return (await endMutes.execute(pool, { projectId, testIds: [testId] })) > 0;
}

const endNeedless = defineQuery({
  name: 'end needless mutes',
  columns: {},
  examples: [{ suiteId: 1, testIds: [1] }],
  build: ({ suiteId, testIds }: { readonly suiteId: number; readonly testIds: readonly number[] }) =>
    sql`UPDATE test_mutes m SET ended_at = now()
      WHERE m.test_id = ANY(${testIds}::bigint[]) AND m.ended_at IS NULL AND m.until > now()
        AND (EXISTS (SELECT FROM test_states s WHERE s.test_id = m.test_id AND s.suite_id = ${suiteId} AND s.state = 'broken')
          OR (EXISTS (SELECT FROM test_states s WHERE s.test_id = m.test_id AND s.suite_id = ${suiteId} AND s.state = 'fixed')
            AND NOT EXISTS (SELECT FROM test_states s WHERE s.test_id = m.test_id AND s.state = 'flaky')))`,
});

/** Ends the mutes of those of these tests that broke on a variant, or were mended and are flaky on no other one. */
export async function endNeedlessMutes(
  tx: Queryable,
  request: { readonly suiteId: number; readonly testIds: readonly number[] },
): Promise<void> {
  await endNeedless.execute(tx, request);
}
