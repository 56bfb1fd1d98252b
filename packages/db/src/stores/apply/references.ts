import {
  joinReferences,
  type ReferenceFields,
  type ReferenceReport,
  type ReferenceState,
  referenceStateOf,
} from '@slipway/domain';
import type { Queryable } from '../../sql.js';
import { iso } from '../../times.js';
import { keyText, type MergedTable, mergeRows } from './merge-rows.js';
import { type KeyedReference, keepKeys } from './reference-keys.js';
import { fromTold, type ToldColumn, toTold } from './told.js';
import type { ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

interface ReferenceRow {
  readonly key: string;
  readonly title: string;
  readonly state: string;
  readonly url: string;
  readonly assignee_uid: string | null;
  readonly assignee_user_id: number | null;
  readonly removed_at: Date | null;
  readonly provider_time: Date;
  readonly field_weights: ToldColumn;
}

const FIELDS = ['key', 'title', 'state', 'url', 'assignee', 'removed'] as const;

function fromRow(row: ReferenceRow): ReferenceState {
  const { key, title, state, url, assignee_uid: uid, field_weights: told } = row;
  const assignee = uid === null ? null : { uid, userId: row.assignee_user_id ?? 0 };
  const removed = row.removed_at !== null || ('removed' in told ? false : null);
  return {
    at: row.provider_time.getTime(),
    fields: fromTold<ReferenceFields>({ key, title, state, url, assignee, removed }, told),
  };
}

const table: MergedTable<ReferenceState> = {
  name: 'external_references',
  idType: 'bigint',
  key: [
    ['integration_id', 'int'],
    ['external_id', 'text'],
  ],
  columns: [
    ['provider', 'text'],
    ['key', 'text'],
    ['title', 'text'],
    ['state', 'text'],
    ['url', 'text'],
    ['assignee_uid', 'text'],
    ['assignee_user_id', 'int'],
    ['removed_at', 'timestamptz'],
    ['provider_time', 'timestamptz'],
    ['field_weights', 'jsonb'],
  ],
  join: joinReferences,
  fromRow: (row) => fromRow(row as unknown as ReferenceRow),
  toRow({ at, fields }, { scope: { provider } }) {
    return {
      provider,
      key: fields.key?.value ?? '',
      title: fields.title?.value ?? '',
      state: fields.state?.value ?? '',
      url: fields.url?.value ?? '',
      assignee_uid: fields.assignee?.value?.uid ?? null,
      assignee_user_id: fields.assignee?.value?.userId || null,
      removed_at: fields.removed?.value === true ? iso(fields.removed.weight[0] ?? at) : null,
      provider_time: iso(at),
      field_weights: toTold(fields, FIELDS),
    };
  },
};

const keyOf = ({ scope, operation }: ToldOperation<ReferenceReport>) => [
  scope.integrationId,
  operation.externalId,
];

/** Joins what trackers say of their items into the rows of those, and keeps the keys they were ever known by. */
export async function applyReferences(
  tx: Queryable,
  reports: readonly ToldOperation<ReferenceReport>[],
  touch: Touch,
): Promise<void> {
  const told = reports.map((report) => ({
    key: keyOf(report),
    scope: report.scope,
    state: referenceStateOf(report.operation, report.scope.receivedAt),
  }));
  const merged = await mergeRows(tx, table, told);
  const keyed: KeyedReference[] = [];
  for (const { scope, operation } of reports) {
    const row = merged.get(keyText(keyOf({ scope, operation })));
    if (row === undefined) continue;
    touch(scope, 'reference', row.id);
    keyed.push({
      id: Number(row.id),
      projectId: row.scope.projectId,
      key: row.after.fields.key?.value ?? operation.key,
      keyBefore: row.before?.fields.key?.value ?? null,
      report: operation,
    });
  }
  await keepKeys(tx, keyed);
}
