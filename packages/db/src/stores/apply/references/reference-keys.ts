import { canonicalKey, keysOfReference, MAX_FORMER_KEYS, type ReferenceReport } from '@slipway/domain';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';

/** The row of a tracker item, with its key now and its key before the batch. */
export interface KeyedReference {
  readonly id: number;
  readonly projectId: number;
  readonly key: string;
  readonly keyBefore: string | null;
  readonly report: Pick<ReferenceReport, 'key' | 'formerKeys'>;
}

interface KeyRow {
  readonly referenceId: number;
  readonly key: string;
  readonly projectId: number;
}

const insertKeys = defineQuery({
  name: 'insert reference_keys',
  columns: {},
  prepared: true,
  examples: [[]],
  build: (rows: readonly KeyRow[]) => sql`INSERT INTO reference_keys (reference_id, key, project_id)
    SELECT * FROM ${rowsOf(rows, { referenceId: 'bigint', key: 'text', projectId: 'int' })} ON CONFLICT DO NOTHING`,
});

/**
 * Stores every key that reports use for their tracker items, so that a mention of an old key still finds the item. If
 * there are too many keys, this stores the current one and the first ones in sort order, so the order of reports does
 * not matter. The transaction must have locked the items' rows.
 */
export async function storeKeys(tx: Queryable, references: readonly KeyedReference[]): Promise<void> {
  const rows = new Map<string, KeyRow>();
  for (const { id, projectId, report } of references)
    for (const key of keysOfReference(report)) rows.set(`${id} ${key}`, { referenceId: id, key, projectId });
  if (rows.size === 0) return;
  await insertKeys.execute(tx, [...rows.values()]);
  const surplus = references.filter(mayHaveMoreKeys);
  if (surplus.length > 0) await deleteSurplus.execute(tx, surplus);
}

/** Most reports contain only the key that is already stored. */
function mayHaveMoreKeys({ key, keyBefore, report }: KeyedReference): boolean {
  return report.formerKeys !== undefined || report.key !== key || (keyBefore !== null && keyBefore !== key);
}

const presentKeys = (references: readonly KeyedReference[]) => [
  ...new Map(references.map(({ id, key }) => [id, { id, key: canonicalKey(key) }])).values(),
];

const deleteSurplus = defineQuery({
  name: 'delete surplus reference_keys',
  columns: {},
  examples: [[]],
  build: (references: readonly KeyedReference[]) => sql`DELETE FROM reference_keys k
    USING (SELECT o.reference_id, o.key, r.key AS present,
                  row_number() OVER (PARTITION BY o.reference_id ORDER BY o.key COLLATE "C") AS place
           FROM ${rowsOf(presentKeys(references), { id: 'bigint', key: 'text' })}
           JOIN reference_keys o ON o.reference_id = r.id) p
    WHERE k.reference_id = p.reference_id AND k.key = p.key AND p.place > ${MAX_FORMER_KEYS} AND p.key <> p.present`,
});
