import type { LinkedBuildRun } from '@slipway/contracts';
import type { LinkedBuildRunRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';

export function presentLinkedBuildRun(run: LinkedBuildRunRecord): LinkedBuildRun {
  return {
    id: String(run.id),
    status: run.status,
    commit_hash: sanitizeText(run.commitHash),
    ci_job_name: sanitizeText(run.jobName),
  };
}
