import {
  type BuildReport,
  type BuildRunFields,
  type BuildRunState,
  buildRunStateOf,
  mergeBuildRuns,
} from '@slipway/domain';
import { defineQuery } from '../../../define-query.js';
import { type Queryable, raw, sql } from '../../../sql.js';
import { iso, millisOf } from '../../../times.js';
import { createNewestTimes, timeOfReport } from '../../retention/expired-reports.js';
import { actorOf, weightedFields, weightsOf } from '../engine/field-weights.js';
import { type Merged, mergeRows } from '../engine/merge-rows.js';
import { defineMergedTable, type Key, keyText } from '../engine/merged-table.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';

/** Fields that are stored differently from how they are reported. */
type OddField = 'jobName' | 'buildType' | 'actor';
type PlainField = Exclude<keyof BuildRunFields, OddField>;

const text = { type: 'text', unset: '' } as const;

/** The other fields have a column of their name: its PostgreSQL type, and its value until a report sets the field. */
const PLAIN: Readonly<Record<PlainField, { readonly type: string; readonly unset: unknown }>> = {
  targetType: { type: 'target_type', unset: 'development' },
  commitHash: text,
  changelist: text,
  branch: text,
  buildUrl: text,
  originalStatus: { type: 'text', unset: null },
  durationSeconds: { type: 'int', unset: null },
  expectedSuites: { type: 'jsonb', unset: [] },
};
export const PLAIN_BUILD_FIELDS = Object.keys(PLAIN) as readonly PlainField[];
const FIELDS: readonly (keyof BuildRunFields)[] = ['jobName', 'buildType', 'actor', ...PLAIN_BUILD_FIELDS];

/** A value for each of the plain fields. */
function eachPlain<Values>(find: (field: PlainField) => unknown): Values {
  const values: Partial<Record<PlainField, unknown>> = {};
  for (const field of PLAIN_BUILD_FIELDS) values[field] = find(field);
  return values as Values;
}

/** Stored until a report sets a status; the time distinguishes it from a reported status. */
const NO_STATUS = { status: 'building', at: 0 } as const;

const buildRuns = defineMergedTable({
  model: 'BuildRun',
  table: 'build_runs',
  idType: 'bigint',
  key: { integrationId: 'int', jobKey: 'text', buildNumber: 'text' },
  columns: {
    attempt: 'int',
    status: 'build_status',
    statusAt: 'timestamptz',
    startedAt: 'timestamptz',
    finishedAt: 'timestamptz',
    jobName: 'text',
    buildType: 'engine',
    actor: 'text',
    actorUid: 'text',
    actorUserId: 'int',
    fieldWeights: 'jsonb',
    ...eachPlain<Record<PlainField, string>>((field) => PLAIN[field].type),
  },
  initial: { hasLog: 'boolean' },
  merge: mergeBuildRuns,
  fromRow(row): BuildRunState {
    const statusAt = row.statusAt.getTime();
    const hasJobName = 'jobName' in row.fieldWeights || row.jobName !== row.jobKey;
    return {
      attempt: row.attempt,
      status: statusAt === NO_STATUS.at ? null : row.status,
      statusAt,
      startedAt: millisOf(row.startedAt),
      finishedAt: millisOf(row.finishedAt),
      fields: weightedFields<BuildRunFields>(
        {
          ...eachPlain<Pick<typeof row, PlainField>>((field) => row[field]),
          expectedSuites: row.expectedSuites as readonly string[],
          jobName: hasJobName ? row.jobName : null,
          buildType: row.buildType,
          actor: actorOf(row.actor, row.actorUid, row.actorUserId),
        },
        row.fieldWeights,
      ),
    };
  },
  toRow({ fields, ...state }, { scope, key: [, jobKey] }) {
    return {
      attempt: state.attempt,
      status: state.status ?? NO_STATUS.status,
      statusAt: iso(state.statusAt),
      startedAt: iso(state.startedAt),
      finishedAt: iso(state.finishedAt),
      jobName: fields.jobName?.value ?? String(jobKey),
      buildType: fields.buildType?.value ?? scope.engine,
      actor: fields.actor?.value.label ?? '',
      actorUid: fields.actor?.value.uid ?? null,
      actorUserId: fields.actor?.value.userId || null,
      fieldWeights: weightsOf(fields, FIELDS),
      ...eachPlain<Pick<BuildRunFields, PlainField>>((field) => fields[field]?.value ?? PLAIN[field].unset),
    };
  },
});

/** A build run that a batch reported. */
export type MergedBuildRun = Merged<BuildRunState> & { readonly id: number };

type Report = ScopedOperation<BuildReport>;

/** A report of its build's current attempt. */
export interface CurrentReport {
  readonly build: MergedBuildRun;
  readonly report: Report;
}

const keyOf = ({ scope, operation }: Report): Key => [
  scope.integrationId,
  operation.jobKey ?? operation.jobName,
  operation.buildNumber,
];

const attemptKey = (key: string, attempt: number) => `${attempt} ${key}`;

/** Merges build reports into their rows; returns a function that finds the row of a report. */
export async function mergeBuildReports(
  tx: Queryable,
  reports: readonly Report[],
): Promise<(report: Report) => MergedBuildRun | undefined> {
  const keys = new Map<Report, string>();
  const logged = new Set<string>();
  const times = createNewestTimes();
  const reported = reports.map((report) => {
    const { scope, operation } = report;
    const key = keyOf(report);
    const text = keyText(key);
    keys.set(report, text);
    times.add(text, timeOfReport({ reportedAt: operation.reportedAt, receivedAt: scope.receivedAt }));
    if (operation.log !== undefined) logged.add(attemptKey(text, operation.attempt));
    return { key, scope, state: buildRunStateOf(operation) };
  });
  const merged = await mergeRows(tx, buildRuns, reported, {
    // New rows get the flag right away: a second write would cost as much as the first.
    initialRow: ({ state }, key) => ({ hasLog: logged.has(attemptKey(key, state.attempt)) }),
    history: { table: 'build_runs', timeOf: times.of },
  });
  return (report) => merged.get(keys.get(report) ?? '') as MergedBuildRun | undefined;
}

const deleteOfBuilds = (table: string) =>
  defineQuery({
    name: `delete ${table} of earlier attempts`,
    columns: {},
    examples: [[]],
    build: (ids: readonly number[]) => sql`DELETE FROM ${raw(table)} WHERE build_run_id = ANY(${ids}::bigint[])`,
  });

const deletes = ['build_steps', 'build_artifacts', 'build_logs', 'logs', 'build_diagnoses'].map(deleteOfBuilds);

const unmarkLogged = defineQuery({
  name: 'unmark builds with a log',
  columns: {},
  examples: [[]],
  build: (ids: readonly number[]) =>
    sql`UPDATE build_runs SET has_log = false WHERE id = ANY(${ids}::bigint[]) AND has_log`,
});

/** Deletes the steps, artifacts, logs and diagnoses of earlier attempts when a new attempt starts over. */
export async function dropEarlierAttempts(tx: Queryable, builds: readonly MergedBuildRun[]): Promise<void> {
  const ids = builds
    .filter(({ before, after }) => before !== null && before.attempt < after.attempt)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  for (const statement of [...deletes, unmarkLogged]) await statement.execute(tx, ids);
}
