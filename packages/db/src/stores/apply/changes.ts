import type { SourceType } from '@slipway/contracts';
import {
  type ChangeFields,
  type ChangeReport,
  type ChangeState,
  changeStateOf,
  type FileSet,
  joinChanges,
  retoldChange,
} from '@slipway/domain';
import type { Queryable } from '../../sql.js';
import { iso } from '../../times.js';
import { replaceFiles } from './change-files.js';
import { linkText } from './change-text.js';
import { keyText, type MergedTable, mergeRows } from './merge-rows.js';
import type { MergedChange } from './merged-change.js';
import { type ChangeKey, findHomes, firstHandFirst } from './second-hand-changes.js';
import { fromTold, type ToldColumn, toActor, toTold } from './told.js';
import type { ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

interface ChangeRow {
  readonly timestamp: Date;
  readonly display_identifier: string;
  readonly source_type: SourceType;
  readonly branch: string;
  readonly made_on: string;
  readonly url: string;
  readonly author: string;
  readonly author_uid: string | null;
  readonly author_user_id: number | null;
  readonly description: string;
  readonly file_count: number | null;
  readonly files_digest: string | null;
  readonly field_weights: ToldColumn;
}

const FIELDS = ['displayIdentifier', 'sourceType', 'branch', 'madeOn', 'url', 'author', 'description'] as const;

function filesOf({ file_count: count, files_digest: digest, field_weights: told }: ChangeRow): FileSet | null {
  const [toldAt = null, revision = 0] = told['files'] ?? [];
  return count === null ? null : { count, digest: digest ?? '', files: null, toldAt, revision };
}

/** Which delivery the files are from, and when it was read again, if that made a difference. */
function toldFiles(files: FileSet | null): ToldColumn {
  if (files === null || files.toldAt === null) return {};
  return { files: files.revision === 0 ? [files.toldAt] : [files.toldAt, files.revision] };
}

function fromRow(row: ChangeRow): ChangeState {
  const { timestamp: weight = [] } = row.field_weights;
  return {
    madeBefore: { value: -row.timestamp.getTime(), weight },
    fields: fromTold<ChangeFields>(
      {
        displayIdentifier: row.display_identifier,
        sourceType: row.source_type,
        branch: row.branch,
        madeOn: row.made_on,
        url: row.url,
        author: toActor(row.author, row.author_uid, row.author_user_id),
        description: row.description,
      },
      row.field_weights,
    ),
    files: filesOf(row),
  };
}

const table: MergedTable<ChangeState> = {
  name: 'changes',
  idType: 'bigint',
  key: [
    ['integration_id', 'int'],
    ['repository', 'text'],
    ['identifier', 'text'],
  ],
  columns: [
    ['timestamp', 'timestamptz'],
    ['display_identifier', 'text'],
    ['source_type', 'source_type'],
    ['branch', 'text'],
    ['made_on', 'text'],
    ['url', 'text'],
    ['author', 'text'],
    ['author_uid', 'text'],
    ['author_user_id', 'int'],
    ['description', 'text'],
    ['file_count', 'int'],
    ['files_digest', 'text'],
    ['field_weights', 'jsonb'],
  ],
  // A commit may come by several branches.
  contested: ['branch', 'madeOn'],
  join: joinChanges,
  retell: retoldChange,
  fromRow: (row) => fromRow(row as unknown as ChangeRow),
  toRow({ madeBefore, fields, files }) {
    return {
      timestamp: iso(-madeBefore.value),
      display_identifier: fields.displayIdentifier?.value ?? '',
      source_type: fields.sourceType?.value ?? 'GitCommit',
      branch: fields.branch?.value ?? '',
      made_on: fields.madeOn?.value ?? '',
      url: fields.url?.value ?? '',
      author: fields.author?.value.label ?? '',
      author_uid: fields.author?.value.uid ?? null,
      author_user_id: fields.author?.value.userId || null,
      description: fields.description?.value ?? '',
      file_count: files?.count ?? null,
      files_digest: files?.digest ?? null,
      field_weights: { timestamp: madeBefore.weight, ...toldFiles(files), ...toTold(fields, FIELDS) },
    };
  },
};

/** How to find the row of a report, and its key. */
export interface AppliedChanges {
  changeOf(report: ToldOperation<ChangeReport>): MergedChange | undefined;
  keyOf(report: ToldOperation<ChangeReport>): ChangeKey;
}

/** Joins changes into their rows, with their files and what their text names. */
export async function applyChanges(
  tx: Queryable,
  reports: readonly ToldOperation<ChangeReport>[],
  { baseUrl, touch }: { baseUrl: string; touch: Touch },
): Promise<AppliedChanges> {
  const keyOf = await findHomes(tx, reports, touch);
  const told = firstHandFirst(reports).map((report) => ({
    key: keyOf(report),
    scope: report.scope,
    state: changeStateOf(report.operation, report.scope.receivedAt),
  }));
  const merged = await mergeRows(tx, table, told);
  const repositories = new Map(told.map(({ key }) => [keyText(key), key[1]]));
  const changes = [...merged].map(([key, change]) => {
    return { ...(change as MergedChange), repository: repositories.get(key) ?? '' };
  });
  await replaceFiles(tx, changes);
  await linkText(tx, changes, baseUrl);
  return { keyOf, changeOf: (report) => merged.get(keyText(keyOf(report))) as MergedChange | undefined };
}
