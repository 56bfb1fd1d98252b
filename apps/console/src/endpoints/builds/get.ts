import { getConsoleBuild } from '@slipway/contracts';
import { findRerunPlace, parseLargeRowId, type Redactor, redactAuthor, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentBuildRunDetail, presentProblem, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { type BuildHistory, findHistory } from './find-history.js';
import {
  presentChangeSince,
  presentDiagnosis,
  presentNearbyBuild,
  presentRerun,
  presentSuspect,
} from './present-build.js';

export const endpoint = defineConsoleEndpoint(getConsoleBuild, async ({ project, params, services }) => {
  const { reads, investigations, clock } = services;
  const id = found(parseLargeRowId(params.build_run_id));
  const [build, around] = await Promise.all([
    reads.findBuildRun(project.id, id).then(found),
    reads.findBuildSurroundings(project.id, id).then(found),
  ]);
  const [history, medians, stale, deployments, members, problem, causes, rerun] = await Promise.all([
    findHistory(services, project.id, id),
    reads.measureJobMedians(project.id, [around.jobKey]),
    reads.findStaleBuilds(project.accountId, [build], clock.now()),
    reads.listDeploymentsOf(project.id, id),
    reads.listMemberNames(project.accountId),
    reads.findProblemOfBuild(project.id, id),
    reads.findKnownCauses(project.accountId, build.status === 'failed' ? [id] : []),
    reads.findRerunBuild(project.id, id).then(found),
  ]);
  const nameOf = (userId: number | null) => members.find((member) => member.id === userId)?.name ?? null;
  const redactor = services.redactors.of(project);
  return {
    ...presentBuildRunDetail(build, redactor),
    started_by: redactAuthor(around.startedBy, redactor),
    median_seconds: medians.get(around.jobKey) ?? null,
    is_stale: stale.has(id),
    change_id: around.changeId,
    previous: around.previous && presentNearbyBuild(around.previous),
    next: around.next && presentNearbyBuild(around.next),
    ...presentHistory(history, nameOf, redactor),
    deployments: deployments.map(({ version, ...rest }) => ({ ...rest, version: sanitizeText(version) })),
    log_purge: around.purgedAt && {
      purged_at: presentTime(around.purgedAt),
      purged_by: nameOf(around.purgedById),
    },
    problem: problem && presentProblem(problem, redactor, services.baseUrl),
    diagnosis: presentDiagnosis(causes.get(id), redactor),
    integration: around.provider === null ? null : { id: around.integrationId, provider: around.provider },
    fix_kind: build.investigation?.fixKind ?? null,
    asked: nameOf(build.investigation?.attributedUserId ?? null),
    credits: { required: investigations.creditCost, available: around.credits },
    rerun: presentRerun(findRerunPlace(rerun)),
  };
});

function presentHistory(
  history: BuildHistory,
  nameOf: (userId: number | null) => string | null,
  redactor: Redactor,
) {
  const { lastPassing, brokenSince, suspects } = history;
  return {
    last_passing: lastPassing && presentNearbyBuild(lastPassing),
    broken_since: brokenSince && presentNearbyBuild(brokenSince),
    changes: history.changes.map((change) => presentChangeSince(change, { nameOf, redactor, suspects })),
    changes_cut: history.isCut,
    suspects: suspects.map((suspect) => presentSuspect(suspect, redactor)),
  };
}
