import type { SourceType } from '@slipway/contracts';
import { commitsBetween, type FileChange, isInWindow, type Push, type SuspectChange } from '@slipway/domain';
import { type Queryable, query, sql } from '../sql.js';
import { findUsers } from '../stores/apply/engine/find-users.js';
import type { JobBuild } from './build-points.js';

/** What a failed build has that the last passing one had not. */
export interface ChangesSince {
  /** In the order they were made. */
  readonly changes: readonly SuspectChange[];
  /** There were more than are looked at. */
  readonly isCut: boolean;
}

const CAPS = { changes: 500, files: 300, pushes: 300, refs: 5 };

/** Tools and queues take a moment from one event to the next. */
const ARRIVAL_SLACK_MS = 5_000;

interface Moment {
  /** Of the tool's own clock. */
  readonly at: number;
  /** Of ours: when we were told. */
  readonly toldAt: number;
}

interface ChangeRow {
  readonly id: number;
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly sourceType: SourceType;
  readonly branch: string;
  readonly description: string;
  readonly author: string;
  readonly authorUid: string | null;
  readonly userId: number | null;
  readonly provider: string;
  readonly fileCount: number | null;
}

/** The changes between a passing build and a later failed one: by revision where both name theirs, else by time. */
export async function findChangesSince(on: Queryable, passing: JobBuild, failed: JobBuild): Promise<ChangesSince> {
  const [from, to] = await momentsOf(on, passing, failed);
  const [rows, commits] = await Promise.all([
    listBetween(on, failed, { from, to }),
    findCommits(on, passing, failed),
  ]);
  const window = { passed: passing, failed, branch: failed.branch, commits };
  const within = rows.filter((row) => isInWindow(row, window));
  const [files, find] = await Promise.all([
    listFiles(on, failed.projectId, within),
    findUsers(
      on,
      within.flatMap(({ provider, authorUid }) => identityOf(failed.accountId, provider, authorUid)),
    ),
  ]);
  const changes = within.map(({ provider, fileCount, branch: _branch, ...change }) => ({
    ...change,
    userId: identityOf(failed.accountId, provider, change.authorUid).map(find)[0] ?? change.userId,
    files: fileCount === null || fileCount > CAPS.files ? null : (files.get(change.id) ?? []),
  }));
  return { changes, isCut: rows.length >= CAPS.changes };
}

const identityOf = (accountId: number, provider: string, uid: string | null) =>
  uid === null ? [] : [{ accountId, provider, uid }];

/** When the revisions of two builds were made, or the builds began. */
async function momentsOf(on: Queryable, passing: JobBuild, failed: JobBuild): Promise<[Moment, Moment]> {
  const revisionOf = ({ commitHash, changelist }: JobBuild) => commitHash || changelist;
  const named = [passing, failed].map(revisionOf).filter((revision) => revision !== '');
  const known = await query<Moment & { identifier: string }>(
    on,
    sql`SELECT identifier, max(extract(epoch FROM timestamp) * 1000)::bigint AS at,
               min(extract(epoch FROM created_at) * 1000)::bigint AS "toldAt"
        FROM (SELECT identifier, timestamp, created_at FROM changes
              WHERE project_id = ${failed.projectId} AND identifier = ANY(${named}::text[]) LIMIT 100) c
        GROUP BY identifier`,
  );
  const momentOf = (build: JobBuild): Moment =>
    known.find(({ identifier }) => identifier === revisionOf(build)) ?? {
      at: build.startedAt,
      toldAt: build.startedAt,
    };
  return [momentOf(passing), momentOf(failed)];
}

const columns = sql`id, identifier, display_identifier, source_type, branch, description, author, author_uid,
  author_user_id, integration_id, file_count, timestamp`;

/** Made between the two moments, or told between them: a commit may be made long before it is pushed. */
async function listBetween(
  on: Queryable,
  { projectId, accountId }: JobBuild,
  { from, to }: { from: Moment; to: Moment },
): Promise<ChangeRow[]> {
  const toldBy = new Date(to.toldAt + ARRIVAL_SLACK_MS);
  const rows = await query<ChangeRow>(
    on,
    sql`SELECT c.id, c.identifier, c.display_identifier AS "displayIdentifier", c.source_type AS "sourceType", c.branch,
               left(c.description, 4000) AS description, c.author, c.author_uid AS "authorUid",
               (SELECT m.user_id FROM account_memberships m
                WHERE m.user_id = c.author_user_id AND m.account_id = ${accountId}) AS "userId",
               COALESCE((SELECT i.provider FROM integrations i
                         WHERE i.id = c.integration_id AND i.project_id = ${projectId}), '') AS provider,
               c.file_count AS "fileCount"
        FROM (
          (SELECT ${columns} FROM changes
           WHERE project_id = ${projectId} AND orphaned_at IS NULL
             AND timestamp > ${new Date(from.at)}::timestamptz AND timestamp <= ${new Date(to.at)}::timestamptz
           ORDER BY timestamp DESC, id DESC LIMIT ${CAPS.changes})
          UNION ALL
          (SELECT ${columns} FROM changes
           WHERE project_id = ${projectId} AND orphaned_at IS NULL
             AND updated_at > ${new Date(from.toldAt)}::timestamptz AND updated_at <= ${toldBy}::timestamptz
             AND created_at > ${new Date(from.toldAt)}::timestamptz
           ORDER BY updated_at DESC, id DESC LIMIT ${CAPS.changes})) c
        ORDER BY c.timestamp, c.id`,
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

async function listFiles(
  on: Queryable,
  projectId: number,
  changes: readonly ChangeRow[],
): Promise<Map<number, FileChange[]>> {
  const ids = changes.flatMap(({ id, fileCount }) => ((fileCount ?? 0) > 0 ? [id] : []));
  const rows = await query<FileChange & { id: number }>(
    on,
    sql`SELECT c.id, f.path, f.action FROM changes c,
          LATERAL (SELECT path, action FROM change_files WHERE change_id = c.id ORDER BY path LIMIT ${CAPS.files}) f
        WHERE c.id = ANY(${ids}::bigint[]) AND c.project_id = ${projectId}`,
  );
  const files = new Map<number, FileChange[]>();
  for (const { id, path, action } of rows) {
    const known = files.get(id);
    if (known === undefined) files.set(id, [{ path, action }]);
    else known.push({ path, action });
  }
  return files;
}

interface PushedRef {
  readonly integrationId: number;
  readonly repository: string;
  readonly ref: string;
}

/** The commits between two builds, as far as recorded pushes lead from one to the other. */
async function findCommits(on: Queryable, passing: JobBuild, failed: JobBuild): Promise<Set<string> | null> {
  const { projectId, commitHash: to } = failed;
  if (passing.commitHash === '' || to === '') return null;
  const refs = await query<PushedRef>(
    on,
    sql`WITH named AS MATERIALIZED (
          SELECT integration_id, repository, ref FROM ref_moves
          WHERE project_id = ${projectId} AND mentions @> ARRAY[${to}]::text[])
        SELECT DISTINCT integration_id AS "integrationId", repository, ref FROM named LIMIT ${CAPS.refs}`,
  );
  for (const ref of refs) {
    const commits = commitsBetween(await listPushes(on, projectId, ref), passing.commitHash, to);
    if (commits !== null) return commits;
  }
  return null;
}

function listPushes(
  on: Queryable,
  projectId: number,
  { integrationId, repository, ref }: PushedRef,
): Promise<Push[]> {
  return query(
    on,
    sql`SELECT before, after, commits FROM ref_moves
        WHERE integration_id = ${integrationId} AND repository = ${repository} AND ref = ${ref}
          AND project_id = ${projectId}
        ORDER BY moved_at DESC, id DESC LIMIT ${CAPS.pushes}`,
  );
}
