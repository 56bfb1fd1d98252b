import { canonicalKey, keysOfReference, MAX_FORMER_KEYS, type ReferenceReport } from '@slipway/domain';
import { execute, type Queryable, rowsOf, sql } from '../../sql.js';

/** A row of a tracker item, and the keys it has now and had before the report came. */
export interface KeyedReference {
  readonly id: number;
  readonly projectId: number;
  readonly key: string;
  readonly keyBefore: string | null;
  readonly report: Pick<ReferenceReport, 'key' | 'formerKeys'>;
}

/**
 * Keeps every key that reports know their items by, so that what names an item by an older one still finds it. Of too
 * many it keeps the first in order and the present one: the same ones in whatever order they are told. Their items are
 * locked by the caller.
 */
export async function keepKeys(tx: Queryable, references: readonly KeyedReference[]): Promise<void> {
  const told = new Map<string, { reference_id: number; key: string; project_id: number }>();
  for (const { id, projectId, report } of references)
    for (const key of keysOfReference(report))
      told.set(`${id} ${key}`, { reference_id: id, key, project_id: projectId });
  if (told.size === 0) return;
  await execute(
    tx,
    sql`INSERT INTO reference_keys (reference_id, key, project_id)
        SELECT * FROM ${rowsOf(
          [...told.values()],
          [
            ['reference_id', 'bigint'],
            ['key', 'text'],
            ['project_id', 'int'],
          ],
        )} ON CONFLICT DO NOTHING`,
    'insert reference_keys',
  );
  await dropSurplus(tx, references.filter(hasOtherKeys));
}

/** Most reports tell the one key that is known. */
function hasOtherKeys({ key, keyBefore, report }: KeyedReference): boolean {
  return report.formerKeys !== undefined || report.key !== key || (keyBefore !== null && keyBefore !== key);
}

async function dropSurplus(tx: Queryable, references: readonly KeyedReference[]): Promise<void> {
  if (references.length === 0) return;
  const rows = [...new Map(references.map(({ id, key }) => [id, { id, key: canonicalKey(key) }])).values()];
  await execute(
    tx,
    sql`DELETE FROM reference_keys k
        USING (SELECT o.reference_id, o.key, r.key AS present,
                      row_number() OVER (PARTITION BY o.reference_id ORDER BY o.key COLLATE "C") AS place
               FROM ${rowsOf(rows, [
                 ['id', 'bigint'],
                 ['key', 'text'],
               ])} JOIN reference_keys o ON o.reference_id = r.id) p
        WHERE k.reference_id = p.reference_id AND k.key = p.key AND p.place > ${MAX_FORMER_KEYS}
          AND p.key <> p.present`,
  );
}
