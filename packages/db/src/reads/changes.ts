import type { ApprovalStatus, BuildStatus, FileAction, SourceType } from '@slipway/contracts';
import { after, type PageRequest } from '../keyset.js';
import { isSameCommit } from '../same-commit.js';
import { empty, join, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';
import { type LinkedReferenceRecord, listReferencesOfChange } from './references.js';

/** A change as lists show it; author and description as the tool sent them. */
export interface ChangeRecord {
  readonly id: number;
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly sourceType: SourceType;
  readonly author: string;
  readonly description: string;
  readonly timestamp: Date;
  readonly orphanedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly fileCount: number | null;
  readonly approvalCount: number;
}

/** A build run as changes and deployments show it. */
export interface LinkedBuildRunRecord {
  readonly id: number;
  readonly status: BuildStatus;
  readonly commitHash: string;
  readonly jobName: string;
}

/** A change with what belongs to it. */
export interface ChangeDetailRecord extends ChangeRecord {
  readonly files: readonly { readonly path: string; readonly action: FileAction }[];
  readonly approvals: Readonly<Record<ApprovalStatus, number>>;
  /** Newest first. */
  readonly buildRuns: readonly LinkedBuildRunRecord[];
  readonly taskIds: readonly number[];
  readonly references: readonly LinkedReferenceRecord[];
}

export interface ChangeFilter {
  readonly identifier: string | undefined;
  readonly sourceType: SourceType | undefined;
  readonly withOrphaned: boolean;
  readonly updatedSince: Date | undefined;
}

/** The most files and builds that one change shows. */
const CAPS = { files: 3_000, buildRuns: 50 };

/** Of a change `c`, without its count of approvals. */
const columns = sql`c.id, c.identifier, c.display_identifier AS "displayIdentifier", c.source_type AS "sourceType",
  c.author, c.description, c.timestamp, c.orphaned_at AS "orphanedAt", c.created_at AS "createdAt",
  c.updated_at AS "updatedAt", c.file_count AS "fileCount"`;

const keyset = { at: sql`timestamp`, id: sql`id`, idType: sql`bigint` };

/** Live and orphaned changes have an index each, so a list of both merges two walks; a source's index has both. */
function orphanConditions({ withOrphaned, sourceType }: ChangeFilter): readonly Sql[] {
  if (!withOrphaned) return [sql`AND orphaned_at IS NULL`];
  return sourceType === undefined ? [sql`AND orphaned_at IS NULL`, sql`AND orphaned_at IS NOT NULL`] : [empty];
}

/** A page of the project's changes, newest first. Approvals are counted for the rows of the page alone. */
function listChanges(
  on: Queryable,
  projectId: number,
  filter: ChangeFilter,
  page: PageRequest,
): Promise<ChangeRecord[]> {
  const { identifier, sourceType, updatedSince } = filter;
  const walks = orphanConditions(filter).map(
    (orphaned) => sql`(SELECT * FROM changes
      WHERE project_id = ${projectId} ${orphaned}
        ${identifier === undefined ? empty : sql`AND identifier = ${identifier}`}
        ${sourceType === undefined ? empty : sql`AND source_type = ${sourceType}::source_type`}
        ${updatedSince === undefined ? empty : sql`AND updated_at >= ${updatedSince}::timestamptz`}
        ${after(page.after, keyset)}
      ORDER BY timestamp DESC, id DESC LIMIT ${page.count})`,
  );
  return query(
    on,
    sql`SELECT ${columns}, (SELECT count(*)::int FROM approvals a
                            WHERE a.project_id = ${projectId} AND a.commit_sha = c.identifier) AS "approvalCount"
        FROM (SELECT * FROM (${join(walks, ' UNION ALL ')}) walks
              ORDER BY timestamp DESC, id DESC LIMIT ${page.count}) c
        ORDER BY c.timestamp DESC, c.id DESC`,
  );
}

type ChangeRow = Omit<ChangeRecord, 'approvalCount'>;

/** One change of the project with its files, builds, approvals, tasks and tracker items, orphaned or not. */
async function findChange(on: Queryable, projectId: number, changeId: number): Promise<ChangeDetailRecord | null> {
  const change = await queryOne<ChangeRow>(
    on,
    sql`SELECT ${columns} FROM changes c WHERE c.id = ${changeId} AND c.project_id = ${projectId}`,
  );
  if (change === null) return null;
  const { identifier } = change;
  const [files, approvals, buildRuns, taskIds, references] = await Promise.all([
    listFiles(on, changeId),
    countApprovals(on, projectId, identifier),
    listBuildRunsOf(on, projectId, identifier),
    listTaskIds(on, projectId, changeId),
    listReferencesOfChange(on, projectId, changeId),
  ]);
  const approvalCount = Object.values(approvals).reduce((sum, count) => sum + count, 0);
  return { ...change, approvalCount, files, approvals, buildRuns, taskIds, references };
}

function listFiles(on: Queryable, changeId: number): Promise<{ path: string; action: FileAction }[]> {
  return query(
    on,
    sql`SELECT path, action FROM change_files WHERE change_id = ${changeId} ORDER BY path LIMIT ${CAPS.files}`,
  );
}

async function countApprovals(
  on: Queryable,
  projectId: number,
  identifier: string,
): Promise<Record<ApprovalStatus, number>> {
  const rows = await query<{ status: ApprovalStatus; count: number }>(
    on,
    sql`SELECT status, count(*)::int AS count FROM approvals
        WHERE project_id = ${projectId} AND commit_sha = ${identifier} GROUP BY status`,
  );
  const counts = { pending: 0, approved: 0, denied: 0, ignored: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

function listBuildRunsOf(on: Queryable, projectId: number, identifier: string): Promise<LinkedBuildRunRecord[]> {
  return query(
    on,
    sql`SELECT id, status, commit_hash AS "commitHash", job_name AS "jobName"
        FROM build_runs
        WHERE project_id = ${projectId} AND (changelist <> '' AND changelist = ${identifier}
          OR commit_hash <> '' AND ${isSameCommit(sql`commit_hash`, sql`${identifier}::text`)})
        ORDER BY created_at DESC, id DESC LIMIT ${CAPS.buildRuns}`,
  );
}

async function listTaskIds(on: Queryable, projectId: number, changeId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    on,
    sql`SELECT task_id AS id FROM task_links
        WHERE change_id = ${changeId} AND project_id = ${projectId} ORDER BY task_id`,
  );
  return rows.map(({ id }) => id);
}

export const reads = { listChanges, findChange };
