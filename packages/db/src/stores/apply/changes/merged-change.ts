import {
  type ChangeFields,
  type ChangeReport,
  type ChangeState,
  changeStateOf,
  type FileSet,
  mergeChanges,
  SECOND_HAND,
} from '@slipway/domain';
import type { Queryable } from '../../../sql.js';
import { iso } from '../../../times.js';
import { createNewestTimes, timeOfReport } from '../../retention/expired-reports.js';
import { actorOf, type FieldWeights, weightedFields, weightsOf } from '../engine/field-weights.js';
import { type Merged, mergeRows } from '../engine/merge-rows.js';
import { defineMergedTable, type Key, keyText } from '../engine/merged-table.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';

const FIELDS = ['displayIdentifier', 'sourceType', 'branch', 'madeOn', 'url', 'author', 'description'] as const;

interface StoredFiles {
  readonly fileCount: number | null;
  readonly filesDigest: string | null;
  readonly fieldWeights: FieldWeights;
}

function filesOf({ fileCount: count, filesDigest, fieldWeights }: StoredFiles): FileSet | null {
  const { files: [receivedAt = null, revision = 0] = [] } = fieldWeights;
  if (count === null) return null;
  return { count, digest: filesDigest ?? '', files: null, receivedAt, replayedAt: revision, revision };
}

function weightOfFiles(files: FileSet | null): FieldWeights {
  if (files === null || files.receivedAt === null) return {};
  return { files: files.revision === 0 ? [files.receivedAt] : [files.receivedAt, files.revision] };
}

const changes = defineMergedTable({
  model: 'Change',
  table: 'changes',
  idType: 'bigint',
  key: { integrationId: 'int', repository: 'text', identifier: 'text' },
  columns: {
    timestamp: 'timestamptz',
    displayIdentifier: 'text',
    sourceType: 'source_type',
    branch: 'text',
    madeOn: 'text',
    url: 'text',
    author: 'text',
    authorUid: 'text',
    authorUserId: 'int',
    description: 'text',
    fileCount: 'int',
    filesDigest: 'text',
    fieldWeights: 'jsonb',
  },
  // A commit may be pushed to several branches.
  uncorrected: ['branch', 'madeOn'],
  merge: mergeChanges,
  fromRow(row): ChangeState {
    return {
      timestamp: { value: row.timestamp.getTime(), weight: row.fieldWeights['timestamp'] ?? [] },
      fields: weightedFields<ChangeFields>(
        {
          displayIdentifier: row.displayIdentifier,
          sourceType: row.sourceType,
          branch: row.branch,
          madeOn: row.madeOn,
          url: row.url,
          author: actorOf(row.author, row.authorUid, row.authorUserId),
          description: row.description,
        },
        row.fieldWeights,
      ),
      files: filesOf(row),
    };
  },
  toRow({ timestamp, fields, files }) {
    return {
      timestamp: iso(timestamp.value),
      displayIdentifier: fields.displayIdentifier?.value ?? '',
      sourceType: fields.sourceType?.value ?? 'GitCommit',
      branch: fields.branch?.value ?? '',
      madeOn: fields.madeOn?.value ?? '',
      url: fields.url?.value ?? '',
      author: fields.author?.value.label ?? '',
      authorUid: fields.author?.value.uid ?? null,
      authorUserId: fields.author?.value.userId || null,
      description: fields.description?.value ?? '',
      fileCount: files?.count ?? null,
      filesDigest: files?.digest ?? null,
      fieldWeights: { timestamp: timestamp.weight, ...weightOfFiles(files), ...weightsOf(fields, FIELDS) },
    };
  },
});

export type MergedChange = Merged<ChangeState> & { readonly id: number };

/** Merges changes into their rows and returns them by key. */
export async function mergeChangeReports(
  tx: Queryable,
  reports: readonly ScopedOperation<ChangeReport>[],
  keyOf: (report: ScopedOperation<ChangeReport>) => Key,
): Promise<Map<string, MergedChange>> {
  const reported = reports.map((report) => ({
    key: keyOf(report),
    scope: report.scope,
    state: changeStateOf(report.operation, report.scope),
  }));
  const times = newestTimes(reports, keyOf);
  const history = { table: 'changes', timeOf: times.of } as const;
  return (await mergeRows(tx, changes, reported, { history })) as Map<string, MergedChange>;
}

/** A push may bring old commits along with new ones, so the newest one decides for all. */
function newestTimes(
  reports: readonly ScopedOperation<ChangeReport>[],
  keyOf: (report: ScopedOperation<ChangeReport>) => Key,
) {
  const [ofDeliveries, ofChanges] = [createNewestTimes(), createNewestTimes()];
  for (const { scope, operation } of reports) {
    const time = timeOfReport({ reportedAt: operation.timestamp, receivedAt: scope.receivedAt });
    ofDeliveries.add(scope.deliveryId, time);
  }
  for (const report of reports) ofChanges.add(keyText(keyOf(report)), ofDeliveries.of(report.scope.deliveryId));
  return ofChanges;
}

/** Whether this batch holds the first report from the change's own source. */
export function isNewToSource({ before }: MergedChange): boolean {
  return before === null || before.timestamp.weight[0] === SECOND_HAND;
}
