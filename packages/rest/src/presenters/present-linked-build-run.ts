import type { LinkedBuildRun } from '@slipway/contracts';
import type { LinkedBuildRunRecord } from '@slipway/db';
import { type Redactor, redactName, sanitizeText } from '@slipway/domain';

export function presentLinkedBuildRun(run: LinkedBuildRunRecord, redactor: Redactor): LinkedBuildRun {
  return {
    id: String(run.id),
    status: run.status,
    commit_hash: sanitizeText(run.commitHash),
    ci_job_name: redactName(run.jobName, redactor),
  };
}
