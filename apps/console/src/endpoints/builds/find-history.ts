import {
  findChangesSince,
  findFirstFailed,
  findJobBuild,
  type InvestigationRecord,
  listPassingBefore,
  type NearbyBuildRecord,
} from '@slipway/db';
import { lastPassingBefore, type SuspectChange } from '@slipway/domain';
import type { ConsoleServices } from '../../services.js';

/** What happened between a job's last passing build and one of its later builds. */
export interface BuildHistory {
  readonly lastPassing: NearbyBuildRecord | null;
  readonly brokenSince: NearbyBuildRecord | null;
  /** Suspects first, then newest first. */
  readonly changes: readonly (SuspectChange & { readonly isSuspect: boolean })[];
  readonly isCut: boolean;
}

const NOTHING: BuildHistory = { lastPassing: null, brokenSince: null, changes: [], isCut: false };
/** How many changes a page shows. */
export const MAX_CHANGES_SHOWN = 50;

interface Request {
  readonly projectId: number;
  readonly id: number;
  readonly investigation: InvestigationRecord | null;
}

/** Reads the history of a build the same way as an investigation does. */
export async function findHistory({ database, reads }: ConsoleServices, request: Request): Promise<BuildHistory> {
  const { projectId, id, investigation } = request;
  const build = await findJobBuild(database, projectId, id);
  if (build === null) return NOTHING;
  const earlier = (await listPassingBefore(database, build)).filter((passing) => passing.id !== id);
  const passing = lastPassingBefore(build, earlier);
  if (passing === null) return NOTHING;
  const [{ changes, isCut }, firstFailed] = await Promise.all([
    findChangesSince(database, passing, build),
    findFirstFailed(database, passing, build),
  ]);
  const ids = [passing.id, ...(firstFailed === null ? [] : [firstFailed.id])];
  const nearby = await reads.listNearbyBuilds(projectId, ids);
  const byId = (wanted: number | undefined) => nearby.find((each) => each.id === wanted) ?? null;
  return {
    lastPassing: byId(passing.id),
    brokenSince: byId(firstFailed?.id),
    changes: changes
      .toReversed()
      .map((change) => ({ ...change, isSuspect: isNamed(change, investigation) }))
      .toSorted((a, b) => Number(b.isSuspect) - Number(a.isSuspect))
      .slice(0, MAX_CHANGES_SHOWN),
    isCut: isCut || changes.length > MAX_CHANGES_SHOWN,
  };
}

/** Investigations store their suspects as text. */
function isNamed({ displayIdentifier }: SuspectChange, investigation: InvestigationRecord | null): boolean {
  if (investigation?.status !== 'completed') return false;
  const attribution = investigation.steps.find(({ name }) => name === 'attribute')?.detail ?? '';
  const text = `${investigation.diagnosis ?? ''} ${attribution}`;
  const at = text.indexOf(displayIdentifier);
  return at >= 0 && !/\w/.test(text.charAt(at + displayIdentifier.length));
}
