import { type Change, type ChangeDetail, getChange, listChanges } from '@slipway/contracts';
import type { ApiReads, ChangeDetailRecord, ChangeRecord } from '@slipway/db';
import { parseLargeRowId, type Redactor, redactAuthor, sanitizePath, sanitizeText } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { respondIfChanged } from '../respond-if-changed.js';
import { defineEarlyRead, defineEndpoint } from '../services.js';
import { presentLinkedBuildRun } from './builds.js';
import { presentLinkedReference } from './references.js';

export const get = defineEndpoint(getChange, async ({ project, params, services }) => {
  const id = parseLargeRowId(params.id) ?? (await findId(services.reads, project.id, params.id));
  const change = found(await services.reads.findChange(project.id, id));
  return presentChangeDetail(change, services.redactors.of(project));
});

/** The id of the change that has a SHA or changelist number. */
async function findId(reads: ApiReads, projectId: number, name: string): Promise<number> {
  const ids = await reads.findChangeIds(projectId, name);
  if (ids.length < 2) return found(ids[0] ?? null);
  throw new ApiError('not_found', {
    message: 'Several changes begin with this SHA. Send more of its characters.',
  });
}

export const list = defineEarlyRead(listChanges, async (input) => {
  const { project, query, services } = input;
  const page = keysetPage(services.cursors, { list: listChanges, scope: project.id, query });
  const { identifier, source_type: sourceType, orphaned = false, updated_since: updatedSince } = query;
  const filter = { identifier, sourceType, withOrphaned: orphaned, updatedSince };
  return respondIfChanged(input, {
    list: listChanges,
    version: () => services.reads.findChangePageVersion(project.id, filter, page),
    rows: () => services.reads.listChanges(project.id, filter, page),
    versionOf: ({ rowVersion, approvalCount }) => `${rowVersion} ${approvalCount}`,
    present(changes) {
      const { rows, pagination } = page.end(changes, ({ timestamp, id }) => ({ at: timestamp, id }));
      const redactor = services.redactors.of(project);
      return { changes: rows.map((change) => presentChange(change, redactor)), pagination };
    },
  });
});

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
