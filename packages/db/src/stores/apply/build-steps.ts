import { type BuildStepState, buildStepStateOf, joinBuildSteps, type StepReport } from '@slipway/domain';
import { execute, type Queryable, query, sql } from '../../sql.js';
import { iso, millisOf } from '../../times.js';

/** What a batch says of a phase of a build. */
export interface ToldStep {
  readonly buildRunId: number;
  readonly name: string;
  readonly state: BuildStepState;
}

/** A step as tables keep it. */
export interface StepRow {
  readonly name: string;
  readonly status: StepReport['status'];
  readonly status_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly detail: string;
  readonly detail_at: Date | null;
}

export const stepColumns = sql`name text, status text, status_at timestamptz, started_at timestamptz,
  finished_at timestamptz, detail text, detail_at timestamptz`;

/** The state that a row keeps. */
export function stepStateOf(row: StepRow): BuildStepState {
  const isTold = row.detail !== '' || row.detail_at !== null;
  const weight = row.detail_at === null ? [] : [row.detail_at.getTime()];
  return {
    status: row.status,
    statusAt: row.status_at.getTime(),
    startedAt: millisOf(row.started_at),
    finishedAt: millisOf(row.finished_at),
    detail: isTold ? { value: row.detail, weight } : null,
  };
}

/** The columns of a state. */
export function stepRowOf(name: string, { status, statusAt, startedAt, finishedAt, detail }: BuildStepState) {
  return {
    name,
    status,
    status_at: iso(statusAt),
    started_at: iso(startedAt),
    finished_at: iso(finishedAt),
    detail: detail?.value ?? '',
    detail_at: iso(detail?.weight[0] ?? null),
  };
}

/** What a report says of the phases of its build. */
export function toldSteps(buildRunId: number, steps: readonly StepReport[] = []): ToldStep[] {
  return steps.map((step) => ({ buildRunId, name: step.name, state: buildStepStateOf(step) }));
}

const keyOf = ({ buildRunId, name }: { buildRunId: number; name: string }) => JSON.stringify([buildRunId, name]);

/** Joins steps of their builds' current attempts. The caller's transaction holds the rows of the builds. */
export async function applySteps(tx: Queryable, steps: readonly ToldStep[]): Promise<void> {
  const folded = new Map<string, ToldStep>();
  for (const step of steps) {
    const known = folded.get(keyOf(step));
    folded.set(
      keyOf(step),
      known === undefined ? step : { ...step, state: joinBuildSteps(known.state, step.state) },
    );
  }
  if (folded.size === 0) return;
  const stored = await loadSteps(tx, [...folded.values()]);
  const rows = [...folded].flatMap(([key, { buildRunId, name, state }]) => {
    const known = stored.get(key);
    const row = stepRowOf(name, known === undefined ? state : joinBuildSteps(known, state));
    const isKnown = known !== undefined && JSON.stringify(stepRowOf(name, known)) === JSON.stringify(row);
    return isKnown ? [] : [{ build_run_id: buildRunId, ...row }];
  });
  await writeSteps(tx, rows);
}

async function loadSteps(tx: Queryable, steps: readonly ToldStep[]): Promise<Map<string, BuildStepState>> {
  const rows = await query<StepRow & { buildRunId: number }>(
    tx,
    sql`SELECT s.build_run_id AS "buildRunId", s.name, s.status, s.status_at, s.started_at, s.finished_at, s.detail,
               s.detail_at
        FROM build_steps s
        JOIN unnest(${steps.map(({ buildRunId }) => buildRunId)}::bigint[], ${steps.map(({ name }) => name)}::text[])
          AS k(build_run_id, name) ON s.build_run_id = k.build_run_id AND s.name = k.name`,
  );
  return new Map(rows.map((row) => [keyOf(row), stepStateOf(row)]));
}

async function writeSteps(tx: Queryable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO build_steps (build_run_id, name, status, status_at, started_at, finished_at, detail, detail_at)
        SELECT build_run_id, name, status, status_at, started_at, finished_at, detail, detail_at
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(build_run_id bigint, ${stepColumns})
        ON CONFLICT (build_run_id, name) DO UPDATE
          SET status = EXCLUDED.status, status_at = EXCLUDED.status_at, started_at = EXCLUDED.started_at,
            finished_at = EXCLUDED.finished_at, detail = EXCLUDED.detail, detail_at = EXCLUDED.detail_at`,
  );
}
