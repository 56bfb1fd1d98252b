import type { DeploymentStatus } from '@slipway/contracts';
import {
  type DeploymentFields,
  type DeploymentReport,
  type DeploymentState,
  deploymentStateOf,
  deploymentStatusWeight,
  joinDeployments,
  newId,
} from '@slipway/domain';
import { execute, type Queryable, sql } from '../../sql.js';
import { iso, millisOf } from '../../times.js';
import { keyText, type MergedTable, mergeRows } from './merge-rows.js';
import { fromTold, type ToldColumn, toActor, toTold } from './told.js';
import type { ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

interface DeploymentRow {
  readonly status: DeploymentStatus;
  readonly status_at: Date;
  readonly version: string;
  readonly external_build_id: string;
  readonly commit_hash: string;
  readonly actor: string;
  readonly actor_uid: string | null;
  readonly actor_user_id: number | null;
  readonly notes: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly submitted_at: Date | null;
  readonly deployed_at: Date | null;
  readonly live_at: Date | null;
  readonly field_weights: ToldColumn;
}

const FIELDS = ['version', 'externalBuildId', 'commitHash', 'actor', 'notes', 'metadata'] as const;

/** A deployment without a status has been asked for, for all that is known; its time tells that nobody said so. */
const UNTOLD = { status: 'pending', at: 0 } as const;

function fromRow(row: DeploymentRow): DeploymentState {
  const { status, version, notes, field_weights: told } = row;
  const statusAt = row.status_at.getTime();
  const weight = statusAt === UNTOLD.at ? undefined : deploymentStatusWeight(status, statusAt);
  const isEmpty = Object.keys(row.metadata).length === 0;
  const fields = fromTold<Omit<DeploymentFields, 'status'>>(
    {
      version,
      externalBuildId: row.external_build_id,
      commitHash: row.commit_hash,
      actor: toActor(row.actor, row.actor_uid, row.actor_user_id),
      notes,
      metadata: isEmpty && !('metadata' in told) ? null : row.metadata,
    },
    told,
  );
  return {
    fields: { ...fields, ...(weight === undefined ? {} : { status: { value: status, weight } }) },
    submittedAt: millisOf(row.submitted_at),
    deployedAt: millisOf(row.deployed_at),
    liveAt: millisOf(row.live_at),
  };
}

const table: MergedTable<DeploymentState> = {
  name: 'deployments',
  idType: 'uuid',
  key: [
    ['integration_id', 'int'],
    ['platform', 'platform'],
    ['build_number', 'text'],
    ['branch', 'text'],
    ['external_id', 'text'],
  ],
  columns: [
    ['status', 'deployment_status'],
    ['status_at', 'timestamptz'],
    ['version', 'text'],
    ['external_build_id', 'text'],
    ['commit_hash', 'text'],
    ['actor', 'text'],
    ['actor_uid', 'text'],
    ['actor_user_id', 'int'],
    ['notes', 'text'],
    ['metadata', 'jsonb'],
    ['submitted_at', 'timestamptz'],
    ['deployed_at', 'timestamptz'],
    ['live_at', 'timestamptz'],
    ['field_weights', 'jsonb'],
  ],
  newId,
  join: joinDeployments,
  fromRow: (row) => fromRow(row as unknown as DeploymentRow),
  toRow({ fields, ...state }) {
    return {
      status: fields.status?.value ?? UNTOLD.status,
      status_at: iso(fields.status?.weight[0] ?? UNTOLD.at),
      version: fields.version?.value ?? '',
      external_build_id: fields.externalBuildId?.value ?? '',
      commit_hash: fields.commitHash?.value ?? '',
      actor: fields.actor?.value.label ?? '',
      actor_uid: fields.actor?.value.uid ?? null,
      actor_user_id: fields.actor?.value.userId || null,
      notes: fields.notes?.value ?? '',
      metadata: fields.metadata?.value ?? {},
      submitted_at: iso(state.submittedAt),
      deployed_at: iso(state.deployedAt),
      live_at: iso(state.liveAt),
      field_weights: toTold(fields, FIELDS),
    };
  },
};

const keyOf = ({ scope, operation }: ToldOperation<DeploymentReport>) => {
  const { platform, buildNumber, branch, externalId } = operation;
  return [scope.integrationId, platform, buildNumber, branch, externalId];
};

/** Joins deployment reports into their rows and their history; returns the ids of the deployments. */
export async function applyDeployments(
  tx: Queryable,
  reports: readonly ToldOperation<DeploymentReport>[],
  touch: Touch,
): Promise<string[]> {
  const told = reports.map((report) => ({
    key: keyOf(report),
    scope: report.scope,
    state: deploymentStateOf(report.operation),
  }));
  const merged = await mergeRows(tx, table, told);
  const events: HistoryEvent[] = [];
  for (const report of reports) {
    const row = merged.get(keyText(keyOf(report)));
    if (row === undefined) continue;
    touch(report.scope, 'deployment', row.id);
    const { event, status, at } = report.operation;
    events.push({ deploymentId: String(row.id), event, status, at });
  }
  await recordHistory(tx, events);
  return [...merged.values()].map(({ id }) => String(id));
}

interface HistoryEvent {
  readonly deploymentId: string;
  readonly event: string;
  readonly status: DeploymentStatus | null;
  readonly at: number;
}

/** The history is a set: an event of the same word and time is the same event. */
async function recordHistory(tx: Queryable, events: readonly HistoryEvent[]): Promise<void> {
  if (events.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO deployment_events AS e (deployment_id, event, status, occurred_at)
        SELECT deployment_id, event, max(status), occurred_at
        FROM unnest(${events.map(({ deploymentId }) => deploymentId)}::uuid[],
          ${events.map(({ event }) => event)}::text[], ${events.map(({ status }) => status)}::deployment_status[],
          ${events.map(({ at }) => new Date(at))}::timestamptz[]) AS r(deployment_id, event, status, occurred_at)
        GROUP BY deployment_id, event, occurred_at ORDER BY deployment_id, occurred_at, event
        ON CONFLICT (deployment_id, occurred_at, event) DO UPDATE SET status = GREATEST(e.status, EXCLUDED.status)
          WHERE GREATEST(e.status, EXCLUDED.status) IS DISTINCT FROM e.status`,
  );
}
