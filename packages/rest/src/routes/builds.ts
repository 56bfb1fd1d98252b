import {
  type BuildRun,
  type BuildRunDetail,
  findStaleBuilds,
  getBuildLog,
  getBuildRun,
  type Investigation,
  type LinkedBuildRun,
  listBuildRuns,
  listBuilds,
  MAX_LOG_LINES,
} from '@slipway/contracts';
import type {
  ApiReads,
  BuildRunDetailRecord,
  BuildRunRecord,
  InvestigationRecord,
  LinkedBuildRunRecord,
  ProjectRecord,
} from '@slipway/db';
import {
  type ProjectRedactors,
  parseLargeRowId,
  type Redactor,
  redactName,
  sanitizePath,
  sanitizeText,
  sanitizeUrl,
  settledSteps,
} from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage, limitedPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { readLogPart } from '../read-log-part.js';
import { respondIfChanged } from '../respond-if-changed.js';
import { defineEarlyRead, defineEndpoint } from '../services.js';

export const get = defineEndpoint(getBuildRun, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.build_run_id));
  const run = found(await services.reads.findBuildRun(project.id, id));
  return presentBuildRunDetail(run, services.redactors.of(project));
});

export const list = defineEarlyRead(listBuildRuns, async (input) => {
  const { project, query, services } = input;
  const page = limitedPage(query.limit);
  const filter = { status: query.status, buildType: query.build_type, targetType: query.target_type };
  return respondIfChanged(input, {
    list: listBuildRuns,
    version: () => services.reads.findBuildPageVersion(project.id, filter, page),
    rows: async () => (await services.reads.listBuilds(project.id, filter, page)).builds,
    versionOf: ({ rowVersion }) => rowVersion,
    present(runs) {
      const { rows, pagination } = page.end(runs);
      const redactor = services.redactors.of(project);
      return { build_runs: rows.map((run) => presentBuildRun(run, redactor)), pagination };
    },
  });
});

export const log = defineEndpoint(getBuildLog, async ({ project, params, query, services }) => {
  const { from_line: fromLine, lines, tail } = query;
  if (tail !== undefined && (fromLine !== undefined || lines !== undefined)) {
    throw new ApiError('invalid_parameter', { message: 'tail cannot be combined with from_line or lines.' });
  }
  const id = found(parseLargeRowId(params.build_run_id));
  const log = found(await services.reads.findBuildLog(project.id, id));
  const window = tail === undefined ? { fromLine: fromLine ?? 1, lines: lines ?? MAX_LOG_LINES } : { tail };
  const part = await readLogPart(log, services.redactors.of(project), window);
  return {
    total_lines: part.totalLines,
    from_line: part.fromLine,
    lines: part.lines.map(sanitizeText),
    truncated: log.truncated,
  };
});

export const search = defineEndpoint(listBuilds, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listBuilds, scope: project.id, query });
  const { branch, changelist, commit, number, status, since: from, until: to } = query;
  const jobName = query.main_job
    ? ((await services.reads.findMainJob(project.id)) ?? '')
    : await jobNamed(services, project, query.job);
  const changedBy = query.changed_by;
  const types = { buildType: query.build_type, targetType: query.target_type };
  const search = { jobName, branch, changelist, commit, number, changedBy, status, from, to, ...types };
  const { builds, searchedTo } = await services.reads.listBuilds(project.id, search, page);
  const { rows, pagination } = page.end(builds, ({ createdAt, id }) => ({ at: createdAt, id }));
  const redactor = services.redactors.of(project);
  return {
    builds: rows.map((run) => presentBuildRun(run, redactor)),
    pagination: searchedTo === null ? pagination : page.paginate(true, searchedTo),
  };
});

export const stale = defineEndpoint(findStaleBuilds, async ({ project, query, services }) => {
  const builds = await services.reads.listNearbyBuilds(project.id, (query.ids ?? []).map(Number));
  const stale = await services.reads.findStaleBuilds(project.accountId, builds, services.clock.now());
  return { stale_build_run_ids: [...stale].map(String) };
});

export function presentBuildRun(run: BuildRunRecord, redactor: Redactor): BuildRun {
  return {
    id: String(run.id),
    project_id: String(run.projectId),
    status: run.status,
    build_type: run.buildType,
    target_type: run.targetType,
    ci_job_name: redactName(run.jobName, redactor),
    build_number: sanitizeText(run.buildNumber),
    commit_hash: sanitizeText(run.commitHash),
    changelist: sanitizeText(run.changelist),
    branch: redactName(run.branch, redactor),
    build_url: sanitizeUrl(redactor.text(run.buildUrl)),
    duration_seconds: run.durationSeconds,
    started_at: presentTime(run.startedAt),
    finished_at: presentTime(run.finishedAt),
    created_at: presentTime(run.createdAt),
    updated_at: presentTime(run.updatedAt),
  };
}

export function presentBuildRunDetail(run: BuildRunDetailRecord, redactor: Redactor): BuildRunDetail {
  return {
    ...presentBuildRun(run, redactor),
    artifacts: run.artifacts.map(({ name, sizeBytes, url }) => ({
      name: sanitizePath(name),
      size_bytes: sizeBytes,
      url: sanitizeUrl(redactor.text(url)),
    })),
    steps: settledSteps(run, run.steps).map((step) => ({
      name: redactName(step.name, redactor),
      status: sanitizeText(step.status),
      started_at: presentTime(step.startedAt),
      finished_at: presentTime(step.finishedAt),
      detail: sanitizeText(redactor.text(step.detail)),
    })),
    has_log: run.hasLog,
    investigation: run.investigation === null ? null : presentInvestigation(run.investigation, redactor),
  };
}

/** Findings quote the log, which may contain email addresses and, if it is old, credentials. */
export function presentInvestigation(investigation: InvestigationRecord, redactor: Redactor): Investigation {
  const { diagnosis, suggestedFix } = investigation;
  const shown = (text: string) => sanitizeText(redactor.text(text));
  return {
    investigation_id: investigation.id,
    status: investigation.status,
    diagnosis: diagnosis === null ? null : shown(diagnosis),
    suggested_fix: suggestedFix === null ? null : shown(suggestedFix),
    attributed_user_id: investigation.attributedUserId,
    steps: investigation.steps.map(({ name, status, detail }) => ({ name, status, detail: shown(detail) })),
    confidence: investigation.confidence,
    category: investigation.category,
    evidence: investigation.evidence.map(({ line, text }) => ({ line, text: shown(text) })),
  };
}

export function presentLinkedBuildRun(run: LinkedBuildRunRecord, redactor: Redactor): LinkedBuildRun {
  return {
    id: String(run.id),
    status: run.status,
    commit_hash: sanitizeText(run.commitHash),
    ci_job_name: redactName(run.jobName, redactor),
  };
}

interface JobNames {
  readonly reads: Pick<ApiReads, 'listRecentJobs'>;
  readonly redactors: ProjectRedactors;
}

/** The name of the job that is shown under a name with a masked value; any other name is returned as it is. */
export async function jobNamed<Name extends string | null | undefined>(
  { reads, redactors }: JobNames,
  project: ProjectRecord,
  shown: Name,
): Promise<Name | string> {
  if (!shown?.includes('[redacted: ')) return shown;
  const redactor = redactors.of(project);
  const jobs = await reads.listRecentJobs(project.id);
  return jobs.find((job) => redactName(job, redactor) === shown) ?? shown;
}
