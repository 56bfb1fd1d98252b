import type { BuildRun, BuildRunDetail } from '@slipway/contracts';
import type { BuildRunDetailRecord, BuildRunRecord } from '@slipway/db';
import { presentInvestigation } from './investigation.js';
import { presentTime } from './time.js';

export function presentBuildRun(run: BuildRunRecord): BuildRun {
  return {
    id: String(run.id),
    project_id: String(run.projectId),
    status: run.status,
    build_type: run.buildType,
    target_type: run.targetType,
    ci_job_name: run.jobName,
    build_number: run.buildNumber,
    commit_hash: run.commitHash,
    changelist: run.changelist,
    branch: run.branch,
    build_url: run.buildUrl,
    duration_seconds: run.durationSeconds,
    started_at: presentTime(run.startedAt),
    finished_at: presentTime(run.finishedAt),
    created_at: presentTime(run.createdAt),
    updated_at: presentTime(run.updatedAt),
  };
}

export function presentBuildRunDetail(run: BuildRunDetailRecord): BuildRunDetail {
  return {
    ...presentBuildRun(run),
    artifacts: run.artifacts.map(({ name, sizeBytes, url }) => ({ name, size_bytes: sizeBytes, url })),
    steps: run.steps.map((step) => ({
      name: step.name,
      status: step.status,
      started_at: presentTime(step.startedAt),
      finished_at: presentTime(step.finishedAt),
      detail: step.detail,
    })),
    has_log: run.hasLog,
    investigation: run.investigation === null ? null : presentInvestigation(run.investigation),
  };
}
