import type { DeploymentStatus } from '@slipway/contracts';
import {
  type DeploymentFields,
  type DeploymentReport,
  type DeploymentState,
  deploymentStateOf,
  deploymentStatusWeight,
  mergeDeployments,
  newId,
} from '@slipway/domain';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso, millisOf } from '../../../times.js';
import { notifyOfDeployments } from '../../notifications/deployment-events.js';
import { createNewestTimes, timeOfReport } from '../../retention/expired-reports.js';
import { actorOf, weightedFields, weightsOf } from '../engine/field-weights.js';
import { mergeRows } from '../engine/merge-rows.js';
import { defineMergedTable, type Key, keyText } from '../engine/merged-table.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';
import type { ApplyTracking } from '../engine/touched-rows.js';

const FIELDS = ['version', 'externalBuildId', 'commitHash', 'actor', 'notes', 'metadata'] as const;

/** Stored until a report sets a status; the time distinguishes it from a reported status. */
const NO_STATUS = { status: 'pending', at: 0 } as const;

function statusField(status: DeploymentStatus, statusAt: Date): Pick<DeploymentState['fields'], 'status'> {
  const at = statusAt.getTime();
  return at === NO_STATUS.at ? {} : { status: { value: status, weight: deploymentStatusWeight(status, at) } };
}

const deployments = defineMergedTable({
  model: 'Deployment',
  table: 'deployments',
  idType: 'uuid',
  key: { integrationId: 'int', platform: 'platform', buildNumber: 'text', branch: 'text', externalId: 'text' },
  columns: {
    status: 'deployment_status',
    statusAt: 'timestamptz',
    version: 'text',
    externalBuildId: 'text',
    commitHash: 'text',
    actor: 'text',
    actorUid: 'text',
    actorUserId: 'int',
    notes: 'text',
    metadata: 'jsonb',
    submittedAt: 'timestamptz',
    deployedAt: 'timestamptz',
    liveAt: 'timestamptz',
    fieldWeights: 'jsonb',
  },
  newId,
  merge: mergeDeployments,
  fromRow(row): DeploymentState {
    const { version, externalBuildId, commitHash, notes, fieldWeights } = row;
    const metadata = row.metadata as DeploymentFields['metadata'];
    const hasMetadata = 'metadata' in fieldWeights || Object.keys(metadata).length > 0;
    const fields = weightedFields<Omit<DeploymentFields, 'status'>>(
      {
        version,
        externalBuildId,
        commitHash,
        actor: actorOf(row.actor, row.actorUid, row.actorUserId),
        notes,
        metadata: hasMetadata ? metadata : null,
      },
      fieldWeights,
    );
    return {
      fields: { ...fields, ...statusField(row.status, row.statusAt) },
      submittedAt: millisOf(row.submittedAt),
      deployedAt: millisOf(row.deployedAt),
      liveAt: millisOf(row.liveAt),
    };
  },
  toRow({ fields, ...state }) {
    return {
      status: fields.status?.value ?? NO_STATUS.status,
      statusAt: iso(fields.status?.weight[0] ?? NO_STATUS.at),
      version: fields.version?.value ?? '',
      externalBuildId: fields.externalBuildId?.value ?? '',
      commitHash: fields.commitHash?.value ?? '',
      actor: fields.actor?.value.label ?? '',
      actorUid: fields.actor?.value.uid ?? null,
      actorUserId: fields.actor?.value.userId || null,
      notes: fields.notes?.value ?? '',
      metadata: fields.metadata?.value ?? {},
      submittedAt: iso(state.submittedAt),
      deployedAt: iso(state.deployedAt),
      liveAt: iso(state.liveAt),
      fieldWeights: weightsOf(fields, FIELDS),
    };
  },
});

const keyOf = ({ scope, operation }: ScopedOperation<DeploymentReport>): Key => {
  const { platform, buildNumber, branch, externalId } = operation;
  return [scope.integrationId, platform, buildNumber, branch, externalId];
};

/** Merges deployment reports into their rows and extends their history; returns the deployments' ids. */
export async function applyDeployments(
  tx: Queryable,
  reports: readonly ScopedOperation<DeploymentReport>[],
  { touch, onExpired }: ApplyTracking,
): Promise<string[]> {
  const times = createNewestTimes();
  const reported = reports.map((report) => {
    const { scope, operation } = report;
    const key = keyOf(report);
    times.add(keyText(key), timeOfReport({ reportedAt: operation.at, receivedAt: scope.receivedAt }));
    return { key, scope, state: deploymentStateOf(operation) };
  });
  const merged = await mergeRows(tx, deployments, reported, {
    history: { table: 'deployments', timeOf: times.of },
  });
  const events: HistoryEvent[] = [];
  for (const report of reports) {
    const row = merged.get(keyText(keyOf(report)));
    if (row === undefined) {
      onExpired(report.scope);
      continue;
    }
    touch(report.scope, 'deployment', row.id);
    const { event, status, at } = report.operation;
    events.push({ deploymentId: String(row.id), event, status, occurredAt: iso(at) });
  }
  if (events.length > 0) await recordHistory.execute(tx, events);
  await notifyOfDeployments(tx, [...merged.values()]);
  return [...merged.values()].map(({ id }) => String(id));
}

interface HistoryEvent {
  readonly deploymentId: string;
  readonly event: string;
  readonly status: DeploymentStatus | null;
  readonly occurredAt: string;
}

/** The history is a set: events with the same name and time are one event. */
const recordHistory = defineQuery({
  name: 'insert deployment_events',
  columns: {},
  examples: [[]],
  build: (events: readonly HistoryEvent[]) => sql`INSERT INTO deployment_events AS e
      (deployment_id, event, status, occurred_at)
    SELECT deployment_id, event, max(status), occurred_at
    FROM ${rowsOf(events, {
      deploymentId: 'uuid',
      event: 'text',
      status: 'deployment_status',
      occurredAt: 'timestamptz',
    })}
    GROUP BY deployment_id, event, occurred_at ORDER BY deployment_id, occurred_at, event
    ON CONFLICT (deployment_id, occurred_at, event) DO UPDATE SET status = GREATEST(e.status, EXCLUDED.status)
      WHERE GREATEST(e.status, EXCLUDED.status) IS DISTINCT FROM e.status`,
});
