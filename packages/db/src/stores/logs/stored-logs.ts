import type { MiddleOfLog } from '@slipway/domain';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { packLines, unpackLines } from './packed-lines.js';

const log = columnsOf('Log', 'l');
const columns = {
  ...pick(
    log,
    'id',
    'accountId',
    'projectId',
    'integrationId',
    'digest',
    'jobName',
    'buildNumber',
    'attempt',
    'step',
  ),
  ...pick(
    log,
    'buildRunId',
    'openedAt',
    'storedAt',
    'sentBytes',
    'lines',
    'bytes',
    'droppedLines',
    'droppedBytes',
  ),
  ...pick(log, 'headLines', 'closedAt', 'size', 'status', 'finishedAt', 'completedAt', 'purgedAt'),
};

/** A log that is or was uploaded. */
export interface StoredLog extends RowOf<typeof columns> {}

type LogKey = Pick<StoredLog, 'integrationId' | 'digest'>;

const find = defineQuery({
  name: 'find log',
  columns,
  examples: [{ integrationId: 1, digest: '' }],
  build: ({ integrationId, digest }: LogKey, select) =>
    sql`SELECT ${select} FROM logs l WHERE l.integration_id = ${integrationId} AND l.digest = ${digest}`,
});

/** Null until its opening or its end is applied. */
export const findLog = find.find;

const MAX_DUE = sql`500`;

const due = defineQuery({
  name: 'list due logs',
  columns: pick(log, 'projectId', 'integrationId', 'digest'),
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM logs l
    WHERE l.completed_at IS NULL AND l.due_at <= now() ORDER BY l.due_at LIMIT ${MAX_DUE}`,
});

/** The logs that a worker should look at although nothing more of them may have arrived. */
export function listDueLogs(
  on: DatabaseHandle,
): Promise<Pick<StoredLog, 'projectId' | 'integrationId' | 'digest'>[]> {
  return due.list(on, null);
}

const postpone = defineQuery({
  name: 'postpone log',
  columns: {},
  examples: [{ id: 1, isClosed: false, delayMs: 1 }],
  build: ({ id, isClosed, delayMs }: Postponed) => sql`UPDATE logs
    SET due_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
    WHERE id = ${id} AND completed_at IS NULL AND (closed_at IS NOT NULL) = ${isClosed}`,
});

interface Postponed {
  readonly id: number;
  readonly isClosed: boolean;
  readonly delayMs: number;
}

/** Has a worker look at a log again after a while, or immediately if the log was closed meanwhile. */
export async function postponeLog(
  { pool }: DatabaseHandle,
  { id, closedAt }: Pick<StoredLog, 'id' | 'closedAt'>,
  delayMs: number,
): Promise<void> {
  await postpone.execute(pool, { id, isClosed: closedAt !== null, delayMs });
}

const uploaded = defineQuery({
  name: 'count bytes of logs of the day',
  columns: { bytes: computed('int8', sql`COALESCE(sum(l.bytes), 0)::int8`) },
  examples: [{ accountId: 1, exceptId: 1 }],
  build: ({ accountId, exceptId }: { readonly accountId: number; readonly exceptId: number }, select) =>
    sql`SELECT ${select} FROM logs l WHERE l.account_id = ${accountId} AND l.id <> ${exceptId}
      AND l.opened_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`,
});

/** The bytes of the account's other logs that were opened today (UTC). */
export async function countLogBytesToday({ pool }: DatabaseHandle, { accountId, id }: StoredLog): Promise<number> {
  return (await uploaded.first(pool, { accountId, exceptId: id }))?.bytes ?? 0;
}

const chunk = columnsOf('LogChunk', 'c');
const sizeColumns = pick(chunk, 'firstLine', 'lines', 'bytes');

const last = defineQuery({
  name: 'find last chunk of log',
  columns: { ...sizeColumns, content: chunk.content },
  examples: [1],
  build: (id: number, select) =>
    sql`SELECT ${select} FROM log_chunks c WHERE c.log_id = ${id} ORDER BY c.first_line DESC LIMIT 1`,
});

const sizes = defineQuery({
  name: 'list chunks of log',
  columns: sizeColumns,
  examples: [1],
  build: (id: number, select) =>
    sql`SELECT ${select} FROM log_chunks c WHERE c.log_id = ${id} ORDER BY c.first_line`,
});

export interface ChunkSize extends RowOf<typeof sizeColumns> {}

/** The sizes of a log's chunks, in order. */
export function listChunks({ pool }: DatabaseHandle, id: number): Promise<ChunkSize[]> {
  return sizes.all(pool, id);
}

/** The last chunk of a log, to continue it; null if it has enough bytes. */
export async function findLastChunk(
  { pool }: DatabaseHandle,
  id: number,
  enoughBytes: number,
): Promise<ReplacedChunk | null> {
  const found = await last.first(pool, id);
  if (found === null || found.bytes >= enoughBytes) return null;
  return { firstLine: found.firstLine, bytes: found.bytes, lines: await unpackLines(found.content) };
}

export interface ReplacedChunk {
  readonly firstLine: number;
  readonly bytes: number;
  readonly lines: readonly string[];
}

/** What a worker has taken from a log's buffer. */
export interface TakenPart {
  /** How many of the sent bytes are stored with it. */
  readonly sentBytes: number;
  /** The last chunk, if the new ones repeat its lines. */
  readonly replaced: ReplacedChunk | null;
  readonly chunks: readonly (readonly string[])[];
}

const advance = defineQuery({
  name: 'advance log',
  columns: {},
  examples: [{ id: 1, before: 1, sentBytes: 1, lines: 1, bytes: 1 }],
  build: ({ id, before, sentBytes, lines, bytes }: Advance) => sql`UPDATE logs
    SET sent_bytes = ${sentBytes}, lines = ${lines}, bytes = ${bytes}, stored_at = now()
    WHERE id = ${id} AND sent_bytes = ${before} AND completed_at IS NULL AND purged_at IS NULL`,
});

interface Advance {
  readonly id: number;
  readonly before: number;
  readonly sentBytes: number;
  readonly lines: number;
  readonly bytes: number;
}

const removeChunk = defineQuery({
  name: 'remove chunk of log',
  columns: {},
  examples: [{ id: 1, firstLine: 1 }],
  build: ({ id, firstLine }: { readonly id: number; readonly firstLine: number }) =>
    sql`DELETE FROM log_chunks WHERE log_id = ${id} AND first_line = ${firstLine}`,
});

const insert = defineQuery({
  name: 'add chunks to log',
  columns: {},
  examples: [[]],
  build: (rows: readonly NewChunk[]) => sql`INSERT INTO log_chunks (log_id, first_line, lines, bytes, content)
    SELECT * FROM ${rowsOf(rows, { logId: 'bigint', firstLine: 'int', lines: 'int', bytes: 'int', content: 'bytea' })}`,
});

interface NewChunk {
  readonly logId: number;
  readonly firstLine: number;
  readonly lines: number;
  readonly bytes: number;
  readonly content: Buffer;
}

const sizeOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

/**
 * Stores a part of a log and advances it, in one transaction. False if another worker has stored it, or nobody wants the
 * log any more.
 */
export async function storePart(
  database: Database,
  stored: StoredLog,
  { sentBytes, replaced, chunks }: TakenPart,
): Promise<boolean> {
  const rows: NewChunk[] = [];
  let firstLine = replaced?.firstLine ?? stored.lines + 1;
  for (const lines of chunks) {
    const content = await packLines(lines);
    rows.push({ logId: stored.id, firstLine, lines: lines.length, bytes: sizeOf(lines), content });
    firstLine += lines.length;
  }
  const added = rows.reduce((sum, { bytes }) => sum + bytes, 0) - (replaced?.bytes ?? 0);
  const { id, sentBytes: before, bytes } = stored;
  return database.transaction(async (tx) => {
    const advanced = { id, before, sentBytes, lines: firstLine - 1, bytes: bytes + added };
    if ((await advance.execute(tx, advanced)) === 0) return false;
    if (replaced !== null) await removeChunk.execute(tx, { id, firstLine: replaced.firstLine });
    if (rows.length > 0) await insert.execute(tx, rows);
    if (stored.buildRunId !== null) await markLogged(tx, stored.projectId, stored.buildRunId);
    return true;
  });
}

const mark = defineQuery({
  name: 'mark build with uploaded log',
  columns: {},
  examples: [1],
  build: (buildRunId: number) =>
    sql`UPDATE build_runs SET has_log = true WHERE id = ${buildRunId} AND NOT has_log`,
});

/** Shows a build's log from its first line on. */
export async function markLogged(tx: Queryable, projectId: number, buildRunId: number): Promise<void> {
  if ((await mark.execute(tx, buildRunId)) > 0) await announceChange({ pool: tx }, projectId, 'build_run');
}

const remove = defineQuery({
  name: 'drop the middle of log',
  columns: {},
  examples: [{ id: 1, firstLines: [1], headLines: 1 }],
  build: ({ id, firstLines, headLines }: { readonly id: number } & MiddleOfLog) => sql`WITH dropped AS (
      DELETE FROM log_chunks WHERE log_id = ${id} AND first_line = ANY(${[...firstLines]}::int[]) RETURNING lines, bytes)
    UPDATE logs SET head_lines = ${headLines},
      dropped_lines = dropped_lines + (SELECT COALESCE(sum(lines), 0) FROM dropped),
      dropped_bytes = dropped_bytes + (SELECT COALESCE(sum(bytes), 0) FROM dropped) WHERE id = ${id}`,
});

export async function dropMiddle({ pool }: DatabaseHandle, id: number, middle: MiddleOfLog): Promise<void> {
  await remove.execute(pool, { id, ...middle });
}
