import {
  mergeReferences,
  type ReferenceFields,
  type ReferenceReport,
  type ReferenceState,
  referenceStateOf,
} from '@slipway/domain';
import type { Queryable } from '../../../sql.js';
import { iso } from '../../../times.js';
import { createNewestTimes, timeOfReport } from '../../retention/expired-reports.js';
import { weightedFields, weightsOf } from '../engine/field-weights.js';
import { mergeRows } from '../engine/merge-rows.js';
import { defineMergedTable, type Key, keyText } from '../engine/merged-table.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';
import type { ApplyTracking } from '../engine/touched-rows.js';
import { type KeyedReference, storeKeys } from './reference-keys.js';

const FIELDS = ['key', 'title', 'state', 'url', 'assignee', 'removed'] as const;

const references = defineMergedTable({
  model: 'ExternalReference',
  table: 'external_references',
  idType: 'bigint',
  key: { integrationId: 'int', externalId: 'text' },
  columns: {
    provider: 'text',
    key: 'text',
    title: 'text',
    state: 'text',
    url: 'text',
    assigneeUid: 'text',
    assigneeUserId: 'int',
    removedAt: 'timestamptz',
    providerTime: 'timestamptz',
    fieldWeights: 'jsonb',
  },
  merge: mergeReferences,
  fromRow(row): ReferenceState {
    const { key, title, state, url, assigneeUid: uid, fieldWeights } = row;
    const assignee = uid === null ? null : { uid, userId: row.assigneeUserId ?? 0 };
    const removed = row.removedAt !== null || ('removed' in fieldWeights ? false : null);
    return {
      at: row.providerTime.getTime(),
      fields: weightedFields<ReferenceFields>({ key, title, state, url, assignee, removed }, fieldWeights),
    };
  },
  toRow({ at, fields }, { scope }) {
    return {
      provider: scope.provider,
      key: fields.key?.value ?? '',
      title: fields.title?.value ?? '',
      state: fields.state?.value ?? '',
      url: fields.url?.value ?? '',
      assigneeUid: fields.assignee?.value?.uid ?? null,
      assigneeUserId: fields.assignee?.value?.userId || null,
      removedAt: fields.removed?.value === true ? iso(fields.removed.weight[0] ?? at) : null,
      providerTime: iso(at),
      fieldWeights: weightsOf(fields, FIELDS),
    };
  },
});

const keyOf = ({ scope, operation }: ScopedOperation<ReferenceReport>): Key => [
  scope.integrationId,
  operation.externalId,
];

/** Merges reports of tracker items into their rows, and stores the items' current and former keys. */
export async function applyReferences(
  tx: Queryable,
  reports: readonly ScopedOperation<ReferenceReport>[],
  { touch, onExpired }: ApplyTracking,
): Promise<void> {
  const reported = reports.map((report) => ({
    key: keyOf(report),
    scope: report.scope,
    state: referenceStateOf(report.operation, report.scope.receivedAt),
  }));
  const times = createNewestTimes();
  for (const report of reports) {
    const { scope, operation } = report;
    times.add(keyText(keyOf(report)), timeOfReport({ reportedAt: operation.at, receivedAt: scope.receivedAt }));
  }
  const history = { table: 'external_references', timeOf: times.of } as const;
  const merged = await mergeRows(tx, references, reported, { history });
  const keyed: KeyedReference[] = [];
  for (const report of reports) {
    const row = merged.get(keyText(keyOf(report)));
    if (row === undefined) {
      onExpired(report.scope);
      continue;
    }
    touch(report.scope, 'reference', row.id);
    keyed.push({
      id: Number(row.id),
      projectId: row.scope.projectId,
      key: row.after.fields.key?.value ?? report.operation.key,
      keyBefore: row.before?.fields.key?.value ?? null,
      report: report.operation,
    });
  }
  await storeKeys(tx, keyed);
}
