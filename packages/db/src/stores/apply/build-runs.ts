import type { BuildStatus, BuildType, TargetType } from '@slipway/contracts';
import {
  type AttemptFields,
  type BuildReport,
  type BuildRunFields,
  type BuildRunState,
  buildRunStateOf,
  joinBuildRuns,
  retoldBuildRun,
} from '@slipway/domain';
import type { Queryable } from '../../sql.js';
import { iso, millisOf } from '../../times.js';
import { keyText, type Merged, type MergedTable, mergeRows } from './merge-rows.js';
import { fromTold, type ToldColumn, toActor, toTold } from './told.js';
import type { ToldOperation } from './told-operation.js';

interface BuildRunRow {
  readonly attempt: number;
  readonly status: BuildStatus;
  readonly status_at: Date;
  readonly original_status: string | null;
  readonly duration_seconds: number | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly job_key: string;
  readonly job_name: string;
  readonly build_type: BuildType;
  readonly target_type: TargetType;
  readonly commit_hash: string;
  readonly changelist: string;
  readonly branch: string;
  readonly build_url: string;
  readonly actor: string;
  readonly actor_uid: string | null;
  readonly actor_user_id: number | null;
  readonly field_weights: ToldColumn;
}

const FIELDS = [
  'jobName',
  'buildType',
  'targetType',
  'commitHash',
  'changelist',
  'branch',
  'buildUrl',
  'actor',
] as const;
const ATTEMPT_FIELDS = ['originalStatus', 'durationSeconds'] as const;

/** A build without a status is at work, for all that is known; its time tells that nobody said so. */
const UNTOLD = { status: 'building', at: 0 } as const;

function fromRow(row: BuildRunRow): BuildRunState {
  const isTold = row.status_at.getTime() !== UNTOLD.at;
  return {
    attempt: row.attempt,
    status: isTold ? row.status : null,
    statusAt: row.status_at.getTime(),
    startedAt: millisOf(row.started_at),
    finishedAt: millisOf(row.finished_at),
    fields: fromTold<BuildRunFields>(
      {
        jobName: 'jobName' in row.field_weights || row.job_name !== row.job_key ? row.job_name : null,
        buildType: row.build_type,
        targetType: row.target_type,
        commitHash: row.commit_hash,
        changelist: row.changelist,
        branch: row.branch,
        buildUrl: row.build_url,
        actor: toActor(row.actor, row.actor_uid, row.actor_user_id),
      },
      row.field_weights,
    ),
    attemptFields: fromTold<AttemptFields>(
      { originalStatus: row.original_status, durationSeconds: row.duration_seconds },
      row.field_weights,
    ),
  };
}

const TABLE: MergedTable<BuildRunState> = {
  name: 'build_runs',
  idType: 'bigint',
  key: [
    ['integration_id', 'int'],
    ['job_key', 'text'],
    ['build_number', 'text'],
  ],
  columns: [
    ['attempt', 'int'],
    ['status', 'build_status'],
    ['status_at', 'timestamptz'],
    ['original_status', 'text'],
    ['duration_seconds', 'int'],
    ['started_at', 'timestamptz'],
    ['finished_at', 'timestamptz'],
    ['job_name', 'text'],
    ['build_type', 'engine'],
    ['target_type', 'target_type'],
    ['commit_hash', 'text'],
    ['changelist', 'text'],
    ['branch', 'text'],
    ['build_url', 'text'],
    ['actor', 'text'],
    ['actor_uid', 'text'],
    ['actor_user_id', 'int'],
    ['field_weights', 'jsonb'],
  ],
  join: joinBuildRuns,
  retell: retoldBuildRun,
  fromRow: (row) => fromRow(row as unknown as BuildRunRow),
  toRow({ fields, attemptFields, ...state }, { scope: { engine }, key }) {
    return {
      attempt: state.attempt,
      status: state.status ?? UNTOLD.status,
      status_at: iso(state.statusAt),
      original_status: attemptFields.originalStatus?.value ?? null,
      duration_seconds: attemptFields.durationSeconds?.value ?? null,
      started_at: iso(state.startedAt),
      finished_at: iso(state.finishedAt),
      job_name: fields.jobName?.value ?? String(key[1]),
      build_type: fields.buildType?.value ?? engine,
      target_type: fields.targetType?.value ?? 'development',
      commit_hash: fields.commitHash?.value ?? '',
      changelist: fields.changelist?.value ?? '',
      branch: fields.branch?.value ?? '',
      build_url: fields.buildUrl?.value ?? '',
      actor: fields.actor?.value.label ?? '',
      actor_uid: fields.actor?.value.uid ?? null,
      actor_user_id: fields.actor?.value.userId || null,
      field_weights: { ...toTold(fields, FIELDS), ...toTold(attemptFields, ATTEMPT_FIELDS) },
    };
  },
};

/** A build run that a batch told of. */
export type MergedBuildRun = Merged<BuildRunState> & { readonly id: number };

const keyOf = ({ scope, operation }: ToldOperation<BuildReport>) => [
  scope.integrationId,
  operation.jobKey ?? operation.jobName,
  operation.buildNumber,
];

const attemptKey = (key: readonly (string | number)[], attempt: number) => keyText([...key, attempt]);

/** New rows say at once whether they have a log: writing them again would cost as much as writing them. */
function tableFor(reports: readonly ToldOperation<BuildReport>[]): MergedTable<BuildRunState> {
  const logged = new Set(
    reports
      .filter(({ operation }) => operation.log !== undefined)
      .map((report) => attemptKey(keyOf(report), report.operation.attempt)),
  );
  return {
    ...TABLE,
    counted: [['has_log', 'boolean']],
    count: ({ key, state }) => ({ has_log: logged.has(attemptKey(key, state.attempt)) }),
  };
}

/** Joins build reports into their rows; returns how to find the row of a report. */
export async function applyBuildReports(
  tx: Queryable,
  reports: readonly ToldOperation<BuildReport>[],
): Promise<(report: ToldOperation<BuildReport>) => MergedBuildRun | undefined> {
  const told = reports.map((report) => ({
    key: keyOf(report),
    scope: report.scope,
    state: buildRunStateOf(report.operation),
  }));
  const merged = await mergeRows(tx, tableFor(reports), told);
  return (report) => merged.get(keyText(keyOf(report))) as MergedBuildRun | undefined;
}
