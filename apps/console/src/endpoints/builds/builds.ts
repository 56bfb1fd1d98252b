import {
  compareConsoleBuilds,
  getConsoleBuild,
  getWholeLog,
  listConsoleBuilds,
  listJobs,
  MAX_COMPARED_CHANGES,
  purgeBuildLog,
} from '@slipway/contracts';
import {
  findJobBuild,
  findSuspicion,
  type JobBuildRecord,
  type NearbyBuildRecord,
  ProjectHeldError,
  purgeBuildLog as removeLog,
  type SuspectRecord,
} from '@slipway/db';
import {
  findRerunPlace,
  parseLargeRowId,
  type Redactor,
  redactName,
  type SuspectChange,
  sanitizeText,
} from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import {
  compareBuilds,
  jobNamed,
  keysetPage,
  OUTAGE_RETRY_SECONDS,
  presentBuildRunDetail,
  presentProblem,
  presentTime,
  readLogPart,
} from '@slipway/rest';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { memberNames } from '../../presenters.js';
import type { ConsoleServices } from '../../services.js';
import {
  presentChangeSince,
  presentConsoleBuild,
  presentConsoleFields,
  presentDiagnosis,
  presentNearbyBuild,
  presentRerun,
  presentStripPoint,
  presentSuspect,
} from './present-build.js';

export const list = defineConsoleEndpoint(listConsoleBuilds, async ({ project, query, services }) => {
  const { reads, cursors, clock } = services;
  const page = keysetPage(cursors, { list: listConsoleBuilds, scope: project.id, query });
  const { q: text, status, build_type: buildType, branch } = query;
  const { finished_from: finishedFrom, finished_to: finishedTo } = query;
  const jobName = await jobNamed(services, project, query.job);
  const search = {
    text: text?.trim().replace(/^#/, ''),
    status,
    buildType,
    jobName,
    branch,
    from: undefined,
    to: undefined,
    finishedFrom,
    finishedTo,
  };
  const { builds, searchedTo } = await reads.searchBuilds(project.id, search, page);
  const { rows, pagination } = page.end(builds, ({ createdAt, id }) => ({ at: createdAt, id }));
  const [medians, causes, stale] = await Promise.all([
    reads.measureJobMedians(
      project.id,
      rows.map(({ jobKey }) => jobKey),
    ),
    reads.findKnownCauses(
      project.accountId,
      rows.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])),
    ),
    reads.findStaleBuilds(project.accountId, rows, clock.now()),
  ]);
  const redactor = services.redactors.of(project);
  return {
    builds: rows.map((build) => presentConsoleBuild(build, { medians, causes, stale, redactor })),
    pagination: searchedTo === null ? pagination : page.paginate(true, searchedTo),
  };
});

export const get = defineConsoleEndpoint(getConsoleBuild, async ({ project, params, services }) => {
  const { reads, investigations, clock } = services;
  const id = found(parseLargeRowId(params.build_run_id));
  const [build, around] = await Promise.all([
    reads.findBuildRun(project.id, id).then(found),
    reads.findBuildSurroundings(project.id, id).then(found),
  ]);
  const [history, medians, stale, deployments, nameOf, problem, causes, rerun] = await Promise.all([
    findHistory(services, project.id, id),
    reads.measureJobMedians(project.id, [around.jobKey]),
    reads.findStaleBuilds(project.accountId, [build], clock.now()),
    reads.listDeploymentsOf(project.id, id),
    memberNames(services, project.accountId),
    reads.findProblemOfBuild(project.id, id),
    reads.findKnownCauses(project.accountId, build.status === 'failed' ? [id] : []),
    reads.findRerunBuild(project.id, id).then(found),
  ]);
  const redactor = services.redactors.of(project);
  return {
    ...presentBuildRunDetail(build, redactor),
    ...presentConsoleFields(build, around, { medians, stale, redactor }),
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
    attributed_to: nameOf(build.investigation?.attributedUserId ?? null),
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

export const compare = defineConsoleEndpoint(compareConsoleBuilds, async ({ project, params, services }) => {
  const read = async (id: string) =>
    found(await findJobBuild(services.database, project.id, found(parseLargeRowId(id))));
  const builds = await Promise.all([read(params.build_run_id), read(params.other_build_run_id)]);
  const [{ earlier, changes, isCut, suspects, output }, nameOf] = await Promise.all([
    compareBuilds(services, project, builds),
    memberNames(services, project.accountId),
  ]);
  const people = { nameOf, redactor: services.redactors.of(project), suspects };
  return {
    earlier_id: earlier.id,
    changes: changes.map((change) => presentChangeSince(change, people)),
    changes_cut: isCut,
    ...output,
  };
});

const MAX_JOBS = 60;
const MAX_BRANCHES = 100;

export const jobs = defineConsoleEndpoint(listJobs, async ({ project, services }) => {
  const { reads, clock } = services;
  const builds = await reads.listRecentJobBuilds(project.id);
  const jobs = groupByJob(builds).toSorted(byImportance);
  const shown = jobs.slice(0, MAX_JOBS);
  const [medians, stale] = await Promise.all([
    reads.measureJobMedians(
      project.id,
      shown.flatMap((job) => job.map(({ jobKey }) => jobKey)),
    ),
    reads.findStaleBuilds(project.accountId, shown.flat(), clock.now()),
  ]);
  const redactor = services.redactors.of(project);
  const branches = new Set(builds.map(({ branch }) => branch).filter((branch) => branch !== ''));
  return {
    jobs: shown.map((job) => ({
      name: redactName(job[0]?.jobName ?? '', redactor),
      builds: job.map((build) => presentStripPoint(build, stale)),
      median_seconds: medians.get(job.at(-1)?.jobKey ?? '') ?? null,
    })),
    branches: [...branches]
      .toSorted()
      .slice(0, MAX_BRANCHES)
      .map((branch) => redactName(branch, redactor)),
  };
});

function groupByJob(builds: readonly JobBuildRecord[]): JobBuildRecord[][] {
  const jobs = new Map<string, JobBuildRecord[]>();
  for (const build of builds) {
    const job = jobs.get(build.jobName);
    if (job === undefined) jobs.set(build.jobName, [build]);
    else job.push(build);
  }
  return [...jobs.values()];
}

/** Sorts the main job first (the chosen one, otherwise the one that ran most often), then the most recent one. */
function byImportance(a: readonly JobBuildRecord[], b: readonly JobBuildRecord[]): number {
  const weight = (job: readonly JobBuildRecord[]) => (job[0]?.isMain ? Number.MAX_SAFE_INTEGER : job[0]?.ran) ?? 0;
  const lastAt = (job: readonly JobBuildRecord[]) => job.at(-1)?.createdAt.getTime() ?? 0;
  return weight(b) - weight(a) || lastAt(b) - lastAt(a);
}

/** As many as a browser shows and searches without delay. */
const MAX_PAGE_LINES = 100_000;

export const log = defineConsoleEndpoint(getWholeLog, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.build_run_id));
  const log = found(await services.reads.findBuildLog(project.id, id));
  const part = await readLogPart(log, services.redactors.of(project), { tail: MAX_PAGE_LINES });
  return { from_line: part.fromLine, lines: part.lines.map(sanitizeText), truncated: log.truncated };
});

/** Removes the log immediately; a worker removes it from the deliveries, however many there are. */
export const purgeLog = defineConsoleEndpoint(purgeBuildLog, async (input) => {
  const { caller, project, params, audit, services } = input;
  const { database, reads, clock, deletions } = services;
  const buildRunId = found(parseLargeRowId(params.build_run_id));
  const { jobName, buildNumber } = found(await reads.findBuildRun(project.id, buildRunId));
  const purge = { projectId: project.id, buildRunId, userId: caller.userId, now: new Date(clock.now()) };
  try {
    await database.modelTransaction(async (tx) => {
      found((await removeLog(tx, purge)) || null);
      const target = redactName(`${jobName} #${buildNumber}`, services.redactors.of(project));
      await audit(tx, { target, detail: { project: project.name } });
      await deletions.log(buildRunId);
    });
  } catch (error) {
    if (!(error instanceof ProjectHeldError)) throw error;
    const message = 'Deliveries are being applied to this project. Try again in a few seconds.';
    throw new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause: error });
  }
  return done;
});

interface BuildHistory {
  readonly lastPassing: NearbyBuildRecord | null;
  readonly brokenSince: NearbyBuildRecord | null;
  /** Newest first. */
  readonly suspects: readonly SuspectRecord[];
  /** Suspects first, then newest first. */
  readonly changes: readonly SuspectChange[];
  readonly isCut: boolean;
}

async function findHistory(
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
