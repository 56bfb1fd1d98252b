import type { BuildRun, BuildRunDetail } from '@slipway/contracts';
import type { BuildRunDetailRecord, BuildRunRecord } from '@slipway/db';
import { type Redactor, redactName, sanitizePath, sanitizeText, sanitizeUrl, settledSteps } from '@slipway/domain';
import { presentTime } from '../../presenters/present-time.js';
import { presentInvestigation } from './present-investigation.js';

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
