import { type FileChange, isInWindow, type SuspectChange } from '@slipway/domain';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { findUsers } from '../../stores/apply/engine/find-users.js';
import { findCommitsBetween } from '../changes/pushed-commits.js';
import type { JobBuild } from './build-points.js';

/** The changes in a failed build that were not in the last passing one. */
export interface ChangesSince {
  /** In the order they were made. */
  readonly changes: readonly SuspectChange[];
  /** Whether there are more than the limit. */
  readonly isCut: boolean;
}

const MAX_CHANGES = 500;
const MAX_FILES = 300;

/** Tools and queues need a moment between one event and the next. */
const ARRIVAL_SLACK_MS = 5_000;

/** A point in a project's history, in epoch milliseconds. */
interface Moment {
  /** By the tool's own clock. */
  readonly at: number;
  /** When its report arrived, by our clock. */
  readonly arrivedAt: number;
}

/** The changes between a passing build and a later failed one: by revision if both name theirs, otherwise by time. */
export async function findChangesSince(
  on: DatabaseHandle,
  passing: JobBuild,
  failed: JobBuild,
): Promise<ChangesSince> {
  const [from, to] = await findMoments(on, passing, failed);
  // Sequential, because these reads may share a transaction, which has only one connection.
  const rows = await listBetween(on, failed, { from, to });
  const commits = await findCommitsBetween(on, passing, failed);
  const window = { passed: passing, failed, branch: failed.branch, commits };
  const within = rows.filter((row) => isInWindow(row, window));
  const identitiesOf = ({ provider, authorUid: uid }: ChangeRow) =>
    uid === null ? [] : [{ accountId: failed.accountId, provider, uid }];
  const files = await listFiles(on, failed.projectId, within);
  const findUser = await findUsers(on.pool, within.flatMap(identitiesOf));
  const changes = within.map((row) => {
    const { provider: _provider, fileCount, branch: _branch, ...change } = row;
    return {
      ...change,
      userId: identitiesOf(row).map(findUser)[0] ?? change.userId,
      files: fileCount === null || fileCount > MAX_FILES ? null : (files.get(change.id) ?? []),
    };
  });
  return { changes, isCut: rows.length >= MAX_CHANGES };
}

/** When the two builds' revisions were made or, if that is unknown, when the builds began. */
async function findMoments(
  { prisma }: DatabaseHandle,
  passing: JobBuild,
  failed: JobBuild,
): Promise<[Moment, Moment]> {
  const revisionOf = ({ commitHash, changelist }: JobBuild) => commitHash || changelist;
  const revisions = [passing, failed].map(revisionOf).filter((revision) => revision !== '');
  const known = await prisma.change.findMany({
    where: { projectId: failed.projectId, identifier: { in: revisions } },
    take: 100,
    select: { identifier: true, timestamp: true, createdAt: true },
  });
  const momentOf = (build: JobBuild): Moment => {
    const changes = known.filter(({ identifier }) => identifier === revisionOf(build));
    if (changes.length === 0) return { at: build.startedAt, arrivedAt: build.startedAt };
    return {
      at: Math.max(...changes.map(({ timestamp }) => timestamp.getTime())),
      arrivedAt: Math.min(...changes.map(({ createdAt }) => createdAt.getTime())),
    };
  };
  return [momentOf(passing), momentOf(failed)];
}

interface Window {
  readonly projectId: number;
  readonly from: Moment;
  readonly to: Moment;
}

const columns = {
  ...pick(
    columnsOf('Change', 'c'),
    'id',
    'identifier',
    'displayIdentifier',
    'sourceType',
    'branch',
    'author',
    'authorUid',
    'fileCount',
  ),
  description: computed('text', sql`left(c.description, 4000)`),
  userId: nullable(
    computed(
      'int4',
      sql`(SELECT m.user_id FROM account_memberships m
           WHERE m.user_id = c.author_user_id AND m.account_id = c.account_id)`,
    ),
  ),
  provider: computed(
    'text',
    sql`COALESCE((SELECT i.provider FROM integrations i
                  WHERE i.id = c.integration_id AND i.project_id = c.project_id), '')`,
  ),
};

type ChangeRow = RowOf<typeof columns>;

const WINDOW: Window = {
  projectId: 1,
  from: { at: 0, arrivedAt: 0 },
  to: { at: 0, arrivedAt: 0 },
};

/** SQL, because the database cuts descriptions. A commit may be made long before it is pushed and reported. */
const changesBetween = defineQuery({
  name: 'list changes between',
  columns,
  examples: [WINDOW],
  build: ({ projectId, from, to }: Window, select) =>
    sql`SELECT ${select}
        FROM (
          (SELECT * FROM changes
           WHERE project_id = ${projectId} AND orphaned_at IS NULL
             AND timestamp > ${new Date(from.at)}::timestamptz AND timestamp <= ${new Date(to.at)}::timestamptz
           ORDER BY timestamp DESC, id DESC LIMIT ${MAX_CHANGES})
          UNION ALL
          (SELECT * FROM changes
           WHERE project_id = ${projectId} AND orphaned_at IS NULL
             AND updated_at > ${new Date(from.arrivedAt)}::timestamptz
             AND updated_at <= ${new Date(to.arrivedAt + ARRIVAL_SLACK_MS)}::timestamptz
             AND created_at > ${new Date(from.arrivedAt)}::timestamptz
           ORDER BY updated_at DESC, id DESC LIMIT ${MAX_CHANGES})) c
        ORDER BY c.timestamp, c.id`,
});

/** The changes that were made, or reported to us, between two moments. */
async function listBetween(
  { pool }: DatabaseHandle,
  { projectId }: JobBuild,
  { from, to }: { from: Moment; to: Moment },
): Promise<ChangeRow[]> {
  const rows = await changesBetween.all(pool, { projectId, from, to });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** SQL, because the limit applies to each change. */
const filesOfChanges = defineQuery({
  name: 'list files of changes',
  columns: { id: columns.id, ...pick(columnsOf('ChangeFile', 'f'), 'path', 'action') },
  examples: [{ projectId: 1, ids: [1] }],
  build: ({ projectId, ids }: { projectId: number; ids: readonly number[] }, select) =>
    sql`SELECT ${select} FROM changes c,
          LATERAL (SELECT path, action FROM change_files WHERE change_id = c.id ORDER BY path LIMIT ${MAX_FILES}) f
        WHERE c.id = ANY(${ids}::bigint[]) AND c.project_id = ${projectId}`,
});

async function listFiles(
  { pool }: DatabaseHandle,
  projectId: number,
  changes: readonly ChangeRow[],
): Promise<Map<number, FileChange[]>> {
  const ids = changes.flatMap(({ id, fileCount }) => ((fileCount ?? 0) > 0 ? [id] : []));
  const files = new Map<number, FileChange[]>();
  for (const { id, path, action } of await filesOfChanges.all(pool, { projectId, ids })) {
    const known = files.get(id);
    if (known === undefined) files.set(id, [{ path, action }]);
    else known.push({ path, action });
  }
  return files;
}
