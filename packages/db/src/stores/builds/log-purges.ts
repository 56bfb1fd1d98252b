import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { LEDGER } from '../../ledger.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';
import { lockProject } from '../apply/engine/lock-projects.js';
import { pack } from '../deliveries/packed-body.js';
import { refreshGithubUpdates } from '../github/queue-updates.js';
import { purgeQuotes } from '../notifications/purge-quotes.js';
import { abandonInvestigation } from './investigations.js';

/** A build whose log is to be purged, and the person who purges it. */
export interface LogPurge {
  readonly projectId: number;
  readonly buildRunId: number;
  readonly userId: number;
  readonly now: Date;
}

const REMOVED = 'The log was purged, and so was what the investigation quoted from it.';

const PURGED_TITLE = 'The log that named the cause was purged';

/**
 * Removes a build's log and everything that its investigation and messages quote, in the caller's transaction. None of
 * the project's deliveries is applied until that transaction ends: a log that is being stored is removed here, and a
 * later one is checked against the purge. False if the project has no such build.
 */
export async function purgeBuildLog(tx: DatabaseHandle, purge: LogPurge): Promise<boolean> {
  const { projectId, buildRunId, userId, now } = purge;
  await lockProject(tx.pool, projectId);
  const { prisma } = tx;
  const { count } = await prisma.buildRun.updateMany({
    where: { id: buildRunId, projectId },
    data: { hasLog: false },
  });
  if (count === 0) return false;
  await prisma.buildLog.deleteMany({ where: { buildRunId } });
  // Workers discard what is still sent of the logs, and what waits in Redis.
  await prisma.logChunk.deleteMany({ where: { log: { buildRunId } } });
  const emptied = { lines: 0, bytes: 0, droppedLines: 0, droppedBytes: 0, headLines: 0 };
  await prisma.log.updateMany({
    where: { buildRunId },
    data: { ...emptied, purgedAt: now, completedAt: null, dueAt: now },
  });
  await prisma.buildDiagnosis.deleteMany({ where: { buildRunId } });
  await prisma.buildVerdict.deleteMany({ where: { buildRunId } });
  const mark = { purgedAt: now, purgedById: userId };
  await prisma.buildLogPurge.upsert({ where: { buildRunId }, create: { buildRunId, ...mark }, update: mark });
  await abandonInvestigation(tx, buildRunId, REMOVED);
  await prisma.investigation.updateMany({
    where: { buildRunId, status: 'completed' },
    data: { diagnosis: REMOVED, suggestedFix: null, fixKind: null, evidence: [] },
  });
  // A problem quotes the log of its last build.
  await prisma.problem.updateMany({
    where: { projectId, lastBuildRunId: buildRunId },
    data: { title: PURGED_TITLE, message: '', file: null, symbol: null, test: null },
  });
  await purgeQuotes(tx.pool, { projectId, buildRunId, text: REMOVED });
  await refreshGithubUpdates(tx.pool, buildRunId);
  await announceChange(tx, projectId, 'build_run', 'problem');
  return true;
}

/** Where to find a build's deliveries; `kept` if its log was not purged, null if the build is gone. */
export async function findPurgedBuild(
  { prisma }: DatabaseHandle,
  buildRunId: number,
): Promise<PurgedBuild | 'kept' | null> {
  const build = await prisma.buildRun.findUnique({
    where: { id: buildRunId },
    select: { projectId: true, integrationId: true, logPurge: { select: { deliveryKeys: true } } },
  });
  if (build === null) return null;
  const { logPurge, ...place } = build;
  return logPurge === null ? 'kept' : { buildRunId, ...place, ...logPurge };
}

/** A build whose log was purged, with the keys of the deliveries known to have contained it. */
export interface PurgedBuild {
  readonly buildRunId: number;
  readonly projectId: number;
  readonly integrationId: number;
  readonly deliveryKeys: readonly string[];
}

interface DaySearch extends PurgedBuild {
  readonly from: Date;
  readonly to: Date;
}

const columns = pick(columnsOf('Delivery', 'd'), 'id', 'receivedAt', 'provider', 'dedupeKey', 'replayOf', 'body');

/** A delivery of a build whose log was purged. */
export interface PurgedDelivery extends RowOf<typeof columns> {}

const deliveriesOfBuild = defineQuery({
  name: 'find deliveries of a purged log',
  columns,
  examples: [
    { projectId: 1, integrationId: 1, buildRunId: 1, deliveryKeys: [], from: new Date(0), to: new Date(0) },
  ],
  build: ({ projectId, integrationId, buildRunId, deliveryKeys, from, to }: DaySearch, select) => {
    const touched = JSON.stringify([{ kind: 'build_run', id: String(buildRunId) }]);
    return sql`SELECT ${select} FROM ${LEDGER} d
      WHERE d.project_id = ${projectId} AND d.integration_id = ${integrationId}
        AND d.received_at >= ${from} AND d.received_at < ${to} AND d.body IS NOT NULL
        AND (d.touched @> ${touched}::jsonb OR d.dedupe_key = ANY(${deliveryKeys}::text[]))`;
  },
});

/** The deliveries in a time span that touched the build, and those that repeat one of the known keys. */
export const findPurgedDeliveries = deliveriesOfBuild.list;

/** Stores the keys of deliveries, so that a repeat of one does not bring the log back. */
export async function rememberPurgedKeys(
  { prisma }: DatabaseHandle,
  buildRunId: number,
  keys: readonly string[],
): Promise<void> {
  await prisma.buildLogPurge.updateMany({ where: { buildRunId }, data: { deliveryKeys: [...keys] } });
}

/** Replaces a delivery's stored body. */
export async function replaceBody(
  { prisma }: DatabaseHandle,
  { id, receivedAt }: Pick<PurgedDelivery, 'id' | 'receivedAt'>,
  body: string,
): Promise<void> {
  const where = { id, receivedAt };
  const data = { body: new Uint8Array(pack(body)), bodyBytes: Buffer.byteLength(body) };
  const { count } = await prisma.delivery.updateMany({ where, data });
  if (count === 0) await prisma.heldDelivery.updateMany({ where, data });
}
