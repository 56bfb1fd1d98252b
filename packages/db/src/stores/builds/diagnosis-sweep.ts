import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { JobBuild } from '../../reads/builds/build-points.js';
import { sql } from '../../sql.js';
import { type BuildDiagnosis, recordDiagnosis } from './diagnoses.js';
import { lockLoggedBuild } from './investigations.js';

/** A sweep over the failed builds that were diagnosed under an earlier rule, or not at all. */
export interface DiagnosisSweep {
  readonly rule: number;
  /** The sweep has examined the builds from this one on. */
  readonly lastId: number;
  readonly diagnosed: number;
}

/** A release that does not diagnose builds may run for a while after a rollback, so the sweep is repeated. */
const REPEAT_HOURS = sql`24`;

const openSweep = defineQuery({
  name: 'open diagnosis sweep',
  columns: pick(columnsOf('DiagnosisSweep', 's'), 'rule', 'lastId', 'diagnosed'),
  examples: [1],
  build: (rule: number, select) => sql`INSERT INTO diagnosis_sweeps AS s (rule, last_id)
    SELECT ${rule}::int, COALESCE(max(id), 0) + 1 FROM build_runs
    ON CONFLICT (rule) DO UPDATE SET
      last_id = CASE WHEN s.finished_at IS NULL THEN s.last_id ELSE EXCLUDED.last_id END, finished_at = NULL
    WHERE s.finished_at IS NULL OR s.finished_at < now() - make_interval(hours => ${REPEAT_HOURS})
    RETURNING ${select}`,
});

/** The sweep that is under way, or due; null if it is finished. */
export const openDiagnosisSweep = openSweep.find;

/** How many builds are examined at once. */
const MAX_EXAMINED = 2_000;

const examinedColumns = {
  ...pick(columnsOf('BuildRun', 'b'), 'id', 'projectId'),
  isDue: computed(
    'bool',
    sql`b.status = 'failed' AND b.has_log AND (d.build_run_id IS NULL OR d.requested_at IS NULL AND d.rule < r.rule)`,
  ),
};

const examined = defineQuery({
  name: 'list builds to diagnose again',
  columns: examinedColumns,
  examples: [{ rule: 1, lastId: 1, diagnosed: 0 }],
  build: ({ rule, lastId }: DiagnosisSweep, select) => sql`SELECT ${select}
    FROM (SELECT id, project_id, status, has_log FROM build_runs WHERE id < ${lastId} ORDER BY id DESC LIMIT ${MAX_EXAMINED}) b
    CROSS JOIN (SELECT ${rule}::int AS rule) r LEFT JOIN build_diagnoses d ON d.build_run_id = b.id
    ORDER BY b.id DESC`,
});

/** A build that a sweep examines, newest first. */
export interface ExaminedBuild extends RowOf<typeof examinedColumns> {}

/** The next builds of a sweep; none if it has examined all. */
export const listExaminedBuilds = examined.list;

/** Stores how far a sweep got, unless another worker got further. */
export async function advanceDiagnosisSweep(
  { prisma }: DatabaseHandle,
  { rule, lastId }: DiagnosisSweep,
  to: Partial<DiagnosisSweep> & { readonly finishedAt?: Date },
): Promise<void> {
  await prisma.diagnosisSweep.updateMany({ where: { rule, lastId }, data: to });
}

/** Stores the diagnosis of an earlier build without telling anyone, unless its log is gone. */
export async function recordEarlierDiagnosis(
  tx: DatabaseHandle,
  build: JobBuild,
  found: BuildDiagnosis,
): Promise<void> {
  if (!(await lockLoggedBuild(tx, build.id))) return;
  await recordDiagnosis(tx, build, found);
  const { fingerprint } = found;
  // Whether an automatic investigation is charged depends on earlier ones with the same fingerprint.
  await tx.prisma.investigation.updateMany({
    where: { buildRunId: build.id, status: 'completed', hasLog: true },
    data: { fingerprint },
  });
}
