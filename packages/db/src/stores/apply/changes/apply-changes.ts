import type { ChangeReport } from '@slipway/domain';
import type { Queryable } from '../../../sql.js';
import { keyText } from '../engine/merged-table.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';
import type { ApplyTracking } from '../engine/touched-rows.js';
import { replaceFiles } from './change-files.js';
import { type ChangeKey, findHomes, firstHandFirst } from './change-homes.js';
import { linkMentions } from './change-mentions.js';
import { type MergedChange, mergeChangeReports } from './merged-change.js';

type Report = ScopedOperation<ChangeReport>;

/** A reported change, and the row it was merged into. */
export interface AppliedChange {
  readonly report: Report;
  readonly change: MergedChange;
  readonly key: ChangeKey;
}

/** Merges changes into their rows, along with their files and the tracker items and tasks that their text mentions. */
export async function applyChanges(
  tx: Queryable,
  reports: readonly Report[],
  { baseUrl, touch, onExpired }: ApplyTracking & { baseUrl: string },
): Promise<AppliedChange[]> {
  const homeOf = await findHomes(tx, reports, touch);
  const merged = await mergeChangeReports(tx, firstHandFirst(reports), homeOf);
  const applied = reports.flatMap((report) => {
    const key = homeOf(report);
    const change = merged.get(keyText(key));
    if (change === undefined) {
      onExpired(report.scope);
      return [];
    }
    touch(report.scope, 'change', change.id);
    return [{ report, change, key }];
  });
  await replaceFiles(tx, [...merged.values()]);
  const repositories = new Map(applied.map(({ change, key: [, repository] }) => [change.id, repository]));
  const named = [...merged.values()].map((change) => ({
    ...change,
    repository: repositories.get(change.id) ?? '',
  }));
  await linkMentions(tx, named, baseUrl);
  return applied;
}
