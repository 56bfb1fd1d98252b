import {
  type BuildRun,
  type Change,
  listBuildRuns,
  listChanges,
  MAX_PAGE_SIZE,
  PASSED_STATUSES,
  type SourceType,
} from '@slipway/contracts';
import type { ToolContext } from './define-tool.js';

const MAX_SUSPECTS = 10;

/** The changes in a failed build that were not in the last passing build of the same job. */
export interface Suspects {
  readonly last_passing_build_id: string | null;
  readonly changes: readonly Change[];
  /** How many more there are among the newest changes. */
  readonly more: number;
}

const PASSED = new Set<string>(PASSED_STATUSES);

/**
 * Narrows down the newest changes of the built source, by changelist number if the builds have one and by time
 * otherwise. An investigation is more accurate; this is free.
 */
export async function findSuspects(failed: BuildRun, context: ToolContext): Promise<Suspects> {
  const { client, signal } = context;
  const params = { project_id: failed.project_id };
  const [{ build_runs }, { changes }] = await Promise.all([
    client.call(listBuildRuns, { params, query: { limit: MAX_PAGE_SIZE }, signal }),
    client.call(listChanges, { params, query: { limit: MAX_PAGE_SIZE }, signal }),
  ]);
  const passing = build_runs.find((run) => isEarlierPass(run, failed)) ?? null;
  const source = sourceOf(failed);
  const suspects = changes
    .filter(({ source_type }) => source === null || source_type === source)
    .filter((change) => isBetween(change, passing, failed));
  return {
    last_passing_build_id: passing?.id ?? null,
    changes: suspects.slice(0, MAX_SUSPECTS),
    more: Math.max(0, suspects.length - MAX_SUSPECTS),
  };
}

/** What a build was made from; null if it names neither a changelist nor a commit. */
function sourceOf({ changelist, commit_hash }: BuildRun): SourceType | null {
  if (changelist !== '') return 'Changelist';
  return commit_hash === '' ? null : 'GitCommit';
}

function isEarlierPass(run: BuildRun, failed: BuildRun): boolean {
  return run.ci_job_name === failed.ci_job_name && PASSED.has(run.status) && run.created_at < failed.created_at;
}

function isBetween(change: Change, passing: BuildRun | null, failed: BuildRun): boolean {
  const [number, last, first] = [change.identifier, failed.changelist, passing?.changelist ?? '0'].map(readNumber);
  if (number !== undefined && last !== undefined && first !== undefined) return number <= last && number > first;
  const isIncluded = change.timestamp <= (failed.started_at ?? failed.created_at);
  return isIncluded && (passing === null || change.timestamp > (passing.started_at ?? passing.created_at));
}

function readNumber(text: string): number | undefined {
  return /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined;
}
