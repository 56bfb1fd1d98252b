import type { Change, ChangeDetail } from '@slipway/contracts';
import type { ChangeDetailRecord, ChangeRecord } from '@slipway/db';
import { type Redactor, redactAuthor, sanitizePath, sanitizeText } from '@slipway/domain';
import { presentLinkedBuildRun } from '../../presenters/present-linked-build-run.js';
import { presentLinkedReference } from '../../presenters/present-linked-reference.js';
import { presentTime } from '../../presenters/present-time.js';

export function presentChange(change: ChangeRecord, redactor: Redactor): Change {
  return {
    id: change.id,
    identifier: sanitizeText(change.identifier),
    display_identifier: sanitizeText(change.displayIdentifier),
    source_type: change.sourceType,
    author: redactAuthor(change.author, redactor),
    description: sanitizeText(change.description),
    timestamp: presentTime(change.timestamp),
    orphaned_at: presentTime(change.orphanedAt),
    created_at: presentTime(change.createdAt),
    updated_at: presentTime(change.updatedAt),
    file_count: change.fileCount,
    approval_count: change.approvalCount,
  };
}

export function presentChangeDetail(change: ChangeDetailRecord, redactor: Redactor): ChangeDetail {
  const buildRuns = change.buildRuns.map((run) => presentLinkedBuildRun(run, redactor));
  const { pending, approved, denied, ignored } = change.approvals;
  return {
    ...presentChange(change, redactor),
    files: change.files.map(({ path, action }) => ({ path: sanitizePath(path), action })),
    files_available: change.sourceType !== 'GitCommit' || change.fileCount !== null,
    approvals: { pending, approved, denied, ignored },
    build_runs: buildRuns,
    build_runs_truncated: change.buildRunsTruncated,
    latest_build: buildRuns[0] ?? null,
    task_ids: [...change.taskIds],
    references: change.references.map(presentLinkedReference),
  };
}
