import type { Queryable } from '../../../sql.js';
import { type DeliveryScope, ofKind, type ScopedOperation } from '../engine/scoped-operation.js';
import type { ApplyTracking, Touch } from '../engine/touched-rows.js';
import { requestInvestigations } from './automatic-investigations.js';
import { applyArtifacts } from './build-artifacts.js';
import { findFailures } from './build-failures.js';
import { applyLogs, withoutExpiredLogs } from './build-logs.js';
import { type CurrentReport, dropEarlierAttempts, type MergedBuildRun, mergeBuildReports } from './build-runs.js';
import { applySteps, reportedSteps } from './build-steps.js';
import { type BuildPage, recordPageSteps, stepsOfPages } from './page-steps.js';
import { notePasses } from './problem-passes.js';
import { type RequestedDiagnosis, requestDiagnoses } from './request-diagnoses.js';
import { markSearchedBuilds } from './searched-builds.js';

/** What failed builds ask for; queue it once the transaction has committed. */
export interface FailureRequests {
  readonly diagnoses: readonly RequestedDiagnosis[];
  /** The ids of the investigations. */
  readonly investigations: readonly string[];
}

interface AppliedBuilds {
  /** Those that tell the state of their job: none that a search for a culprit requested. */
  readonly builds: readonly MergedBuildRun[];
  readonly requests: FailureRequests;
}

/** Applies a batch's build reports: the runs, and the steps, artifacts and logs of their current attempts. */
export async function applyBuilds(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  { touch, onPurgedLog, onExpired }: ApplyTracking & { onPurgedLog(scope: DeliveryScope): void },
): Promise<AppliedBuilds> {
  const reports = await withoutExpiredLogs(tx, ofKind(operations, 'build_report'));
  const runOf = await mergeBuildReports(tx, reports);
  const current: CurrentReport[] = [];
  const builds = new Map<number, MergedBuildRun>();
  for (const report of reports) {
    const build = runOf(report);
    if (build === undefined) {
      onExpired(report.scope);
      continue;
    }
    builds.set(build.id, build);
    touch(report.scope, 'build_run', build.id);
    if (report.operation.attempt === build.after.attempt) current.push({ build, report });
  }
  const merged = [...builds.values()];
  await dropEarlierAttempts(tx, merged);
  await applyLogs(tx, current, onPurgedLog);
  await applyArtifacts(tx, current);
  const reportedPages = await applyPageSteps(tx, operations, touch);
  const steps = current.flatMap(({ build, report }) => reportedSteps(build.id, report.operation.steps));
  const waiting = await stepsOfPages(tx, [...newPages(merged), ...reportedPages]);
  await applySteps(tx, [...steps, ...waiting]);
  const searched = await markSearchedBuilds(tx, merged);
  const own = merged.filter(({ id }) => !searched.has(id));
  await notePasses(tx, own);
  const diagnoses = await requestDiagnoses(tx, findFailures(merged, current).failed);
  const investigations = await requestInvestigations(tx, findFailures(own, current));
  return { builds: own, requests: { diagnoses, investigations } };
}

async function applyPageSteps(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  touch: Touch,
): Promise<BuildPage[]> {
  const reports = ofKind(operations, 'build_steps');
  const pages = await recordPageSteps(tx, reports);
  for (const { scope, operation } of reports) {
    for (const { id, integrationId, page } of pages)
      if (integrationId === scope.integrationId && page === operation.buildUrl) touch(scope, 'build_run', id);
  }
  return pages;
}

/** Builds whose page or attempt is new: steps may be waiting for them. */
function newPages(builds: readonly MergedBuildRun[]): BuildPage[] {
  return builds.flatMap(({ id, scope, before, after }) => {
    const page = after.fields.buildUrl?.value;
    const isKnown = before?.attempt === after.attempt && before.fields.buildUrl?.value === page;
    if (page === undefined || isKnown) return [];
    return [{ id, integrationId: scope.integrationId, page, attempt: after.attempt }];
  });
}
