import { MAX_COMPARED_CHANGES } from '@slipway/contracts';
import { findSuspicion, type NearbyBuildRecord, type SuspectRecord } from '@slipway/db';
import type { SuspectChange } from '@slipway/domain';
import type { ConsoleServices } from '../../services.js';

/** What happened between a job's last passing build and one of its later builds. */
export interface BuildHistory {
  readonly lastPassing: NearbyBuildRecord | null;
  readonly brokenSince: NearbyBuildRecord | null;
  /** Newest first. */
  readonly suspects: readonly SuspectRecord[];
  /** Suspects first, then newest first. */
  readonly changes: readonly SuspectChange[];
  readonly isCut: boolean;
}

/** Reads the history of a build, and the changes suspected of its failure. */
export async function findHistory(
  { database, reads }: ConsoleServices,
  projectId: number,
  id: number,
): Promise<BuildHistory> {
  const { suspects, history } = await findSuspicion(database, projectId, id);
  if (history === null) return { lastPassing: null, brokenSince: null, suspects, changes: [], isCut: false };
  const { lastPassing, firstFailed, changes, isCut } = history;
  const ids = [lastPassing.id, ...(firstFailed === null ? [] : [firstFailed.id])];
  const nearby = await reads.listNearbyBuilds(projectId, ids);
  const byId = (wanted: number | undefined) => nearby.find((each) => each.id === wanted) ?? null;
  const suspected = new Set(suspects.map(({ changeId }) => changeId));
  return {
    lastPassing: byId(lastPassing.id),
    brokenSince: byId(firstFailed?.id),
    suspects,
    changes: changes
      .toReversed()
      .toSorted((a, b) => Number(suspected.has(b.id)) - Number(suspected.has(a.id)))
      .slice(0, MAX_COMPARED_CHANGES),
    isCut: isCut || changes.length > MAX_COMPARED_CHANGES,
  };
}
