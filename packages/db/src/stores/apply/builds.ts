import type { Queryable } from '../../sql.js';
import { type BuildPage, keepPageSteps, stepsOfPages } from './build-page-steps.js';
import { applyArtifacts, applyLogs, type CurrentReport, dropEarlierAttempts } from './build-parts.js';
import { applyBuildReports, type MergedBuildRun } from './build-runs.js';
import { applySteps, toldSteps } from './build-steps.js';
import { ofKind, type ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

/** Applies what a batch says of builds: the runs, and the steps, artifacts and logs of the attempts they are at. */
export async function applyBuilds(
  tx: Queryable,
  told: readonly ToldOperation[],
  touch: Touch,
): Promise<MergedBuildRun[]> {
  const reports = ofKind(told, 'build_report');
  const runOf = await applyBuildReports(tx, reports);
  const current: CurrentReport[] = [];
  const builds = new Map<number, MergedBuildRun>();
  for (const report of reports) {
    const build = runOf(report);
    if (build === undefined) continue;
    builds.set(build.id, build);
    touch(report.scope, 'build_run', build.id);
    if (report.operation.attempt === build.after.attempt) current.push({ build, report });
  }
  const merged = [...builds.values()];
  await dropEarlierAttempts(tx, merged);
  await applyLogs(tx, current);
  await applyArtifacts(tx, current);
  const named = await applyPageSteps(tx, told, touch);
  const steps = current.flatMap(({ build, report }) => toldSteps(build.id, report.operation.steps));
  await applySteps(tx, [...steps, ...(await stepsOfPages(tx, [...newPages(merged), ...named]))]);
  return merged;
}

async function applyPageSteps(tx: Queryable, told: readonly ToldOperation[], touch: Touch): Promise<BuildPage[]> {
  const reports = ofKind(told, 'build_steps');
  const found = await keepPageSteps(tx, reports);
  for (const { scope, operation } of reports) {
    for (const { id, integrationId, page } of found)
      if (integrationId === scope.integrationId && page === operation.buildUrl) touch(scope, 'build_run', id);
  }
  return found;
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
