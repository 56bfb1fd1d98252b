import { type BuildStepState, buildStepStateOf, mergeBuildSteps, type StepReport } from '@slipway/domain';
import { columnsOf, narrowed, pick, type RowOf } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, raw, type Sql, sql } from '../../../sql.js';
import { iso, millisOf } from '../../../times.js';

export interface ReportedStep {
  readonly buildRunId: number;
  readonly name: string;
  readonly state: BuildStepState;
}

const stored = columnsOf('BuildStep', 's');

/** The columns of a step `s`, both in the table of build steps and in the table of steps by page. */
export const stepColumns = {
  ...pick(stored, 'name', 'statusAt', 'startedAt', 'finishedAt', 'detail', 'detailAt'),
  status: narrowed<StepReport['status']>(stored.status),
};

export const stepTypes = {
  name: 'text',
  status: 'text',
  statusAt: 'timestamptz',
  startedAt: 'timestamptz',
  finishedAt: 'timestamptz',
  detail: 'text',
  detailAt: 'timestamptz',
};

/** For ON CONFLICT DO UPDATE. */
export const setStepColumns: Sql = raw(
  ['status', 'status_at', 'started_at', 'finished_at', 'detail', 'detail_at']
    .map((column) => `${column} = EXCLUDED.${column}`)
    .join(', '),
);

export function stepStateOf(row: RowOf<typeof stepColumns>): BuildStepState {
  const isReported = row.detail !== '' || row.detailAt !== null;
  const weight = row.detailAt === null ? [] : [row.detailAt.getTime()];
  return {
    status: row.status,
    statusAt: row.statusAt.getTime(),
    startedAt: millisOf(row.startedAt),
    finishedAt: millisOf(row.finishedAt),
    detail: isReported ? { value: row.detail, weight } : null,
  };
}

export function stepRowOf(name: string, { status, statusAt, startedAt, finishedAt, detail }: BuildStepState) {
  return {
    name,
    status,
    statusAt: iso(statusAt),
    startedAt: iso(startedAt),
    finishedAt: iso(finishedAt),
    detail: detail?.value ?? '',
    detailAt: iso(detail?.weight[0] ?? null),
  };
}

export function reportedSteps(buildRunId: number, steps: readonly StepReport[] = []): ReportedStep[] {
  return steps.map((step) => ({ buildRunId, name: step.name, state: buildStepStateOf(step) }));
}

type StepKey = Pick<ReportedStep, 'buildRunId' | 'name'>;

const keyOf = ({ buildRunId, name }: StepKey) => JSON.stringify([buildRunId, name]);

/** Merges steps into their builds' current attempts. The transaction must have locked the build rows. */
export async function applySteps(tx: Queryable, steps: readonly ReportedStep[]): Promise<void> {
  const folded = new Map<string, ReportedStep>();
  for (const step of steps) {
    const known = folded.get(keyOf(step));
    const state = known === undefined ? step.state : mergeBuildSteps(known.state, step.state);
    folded.set(keyOf(step), { ...step, state });
  }
  if (folded.size === 0) return;
  const found = await loadSteps.all(tx, [...folded.values()]);
  const known = new Map(found.map((row) => [keyOf(row), stepStateOf(row)]));
  const rows = [...folded].flatMap(([key, { buildRunId, name, state }]) => {
    const before = known.get(key);
    const row = stepRowOf(name, before === undefined ? state : mergeBuildSteps(before, state));
    const isSame = before !== undefined && JSON.stringify(stepRowOf(name, before)) === JSON.stringify(row);
    return isSame ? [] : [{ buildRunId, ...row }];
  });
  if (rows.length > 0) await writeSteps.execute(tx, rows);
}

const loadSteps = defineQuery({
  name: 'load build_steps',
  columns: { buildRunId: stored.buildRunId, ...stepColumns },
  examples: [[]],
  build: (steps: readonly StepKey[], select) => sql`SELECT ${select} FROM build_steps s
    JOIN ${rowsOf<StepKey>(steps, { buildRunId: 'bigint', name: 'text' })}
      ON s.build_run_id = r.build_run_id AND s.name = r.name`,
});

const writeSteps = defineQuery({
  name: 'write build_steps',
  columns: {},
  examples: [[]],
  build: (rows: readonly ({ readonly buildRunId: number } & ReturnType<typeof stepRowOf>)[]) =>
    sql`INSERT INTO build_steps (build_run_id, name, status, status_at, started_at, finished_at, detail, detail_at)
      SELECT * FROM ${rowsOf(rows, { buildRunId: 'bigint', ...stepTypes })}
      ON CONFLICT (build_run_id, name) DO UPDATE SET ${setStepColumns}`,
});
