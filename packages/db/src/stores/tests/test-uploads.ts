import type { DeliveryOutcome } from '@slipway/contracts';
import type { TestedBuild } from '@slipway/domain';
import { columnsOf, computed, narrowed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { isSameCommit } from '../../same-commit.js';
import { join, type Queryable, type Sql, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { ofKind } from '../apply/engine/scoped-operation.js';
import type { TouchedRow } from '../apply/engine/touched-rows.js';
import { storedKey } from '../deliveries/delivery-ledger.js';

const NO_ID = '00000000-0000-0000-0000-000000000000';

type ScopedReport = ReturnType<typeof ofKind<'test_report'>>[number];

const replayedBy = defineQuery({
  name: 'find replayed delivery',
  columns: pick(columnsOf('Delivery', 'd'), 'replayOf'),
  examples: [NO_ID],
  build: (id: string, select) => sql`SELECT ${select} FROM deliveries d WHERE d.id = ${id}::uuid`,
});

/** The delivery that first brought the files: a replay may itself have been replayed. */
async function originOf(tx: Queryable, { deliveryId, replayOf }: ScopedReport['scope']): Promise<string> {
  let origin = replayOf ?? deliveryId;
  let earlier = replayOf === undefined ? null : await replayedBy.first(tx, origin);
  while (earlier?.replayOf != null) {
    origin = earlier.replayOf;
    earlier = await replayedBy.first(tx, origin);
  }
  return origin;
}

interface NewUpload extends ScopedReport {
  readonly origin: string;
}

const toRow = ({ scope, operation, origin }: NewUpload) => ({
  id: origin,
  deliveryId: scope.deliveryId,
  loggedAt: iso(scope.replayedAt ?? scope.receivedAt),
  accountId: scope.accountId,
  projectId: scope.projectId,
  integrationId: scope.integrationId,
  key: storedKey(scope.deliveryKey),
  build: operation.build,
  receivedAt: iso(scope.receivedAt),
});

/** A replay of files that were rejected has them read again; files that were read stay as they are. */
const add = defineQuery({
  name: 'add test uploads',
  columns: {},
  examples: [[]],
  build: (
    reports: readonly NewUpload[],
  ) => sql`INSERT INTO test_uploads AS u (id, delivery_id, logged_at, account_id, project_id, integration_id, key, build, received_at)
    SELECT r.* FROM ${rowsOf(reports.map(toRow), {
      id: 'uuid',
      deliveryId: 'uuid',
      loggedAt: 'timestamptz(3)',
      accountId: 'int',
      projectId: 'int',
      integrationId: 'int',
      key: 'text',
      build: 'jsonb',
      receivedAt: 'timestamptz(3)',
    })} ORDER BY r.id
    ON CONFLICT (id) DO UPDATE SET delivery_id = EXCLUDED.delivery_id, logged_at = EXCLUDED.logged_at,
      state = 'waiting', failures = 0, next_attempt_at = now(), received_at = EXCLUDED.logged_at
    WHERE u.state = 'rejected'`,
});

/** Remembers files that wait in the bodies of deliveries until they are read, in the caller's transaction. */
export async function addTestUploads(tx: Queryable, reports: readonly ScopedReport[]): Promise<void> {
  const added = new Map<string, NewUpload>();
  for (const report of reports) {
    const origin = await originOf(tx, report.scope);
    added.set(origin, { ...report, origin });
  }
  if (added.size > 0) await add.execute(tx, [...added.values()]);
}

const upload = columnsOf('TestUpload', 'u');
const claimedColumns = {
  ...pick(upload, 'id', 'deliveryId', 'loggedAt', 'accountId', 'projectId', 'integrationId', 'key', 'failures'),
  ...pick(upload, 'receivedAt'),
  build: narrowed<TestedBuild>(upload.build),
  leaseId: computed('text', sql`u.lease_id::text`),
};

/** Files that a worker has claimed. */
export interface ClaimedUpload extends RowOf<typeof claimedColumns> {}

/** Longer than reading the largest files may take. */
const LEASE_SECONDS = 180;
const claim = defineQuery({
  name: 'claim test upload',
  columns: claimedColumns,
  examples: [NO_ID],
  build: (leaseId: string, select) => sql`UPDATE test_uploads u
    SET lease_id = ${leaseId}::uuid, failures = u.failures + 1,
      next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}::int)
    WHERE u.id = (SELECT w.id FROM test_uploads w WHERE w.state = 'waiting' AND w.next_attempt_at <= now()
      ORDER BY w.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${select}`,
});

/** Claims files that are due; null if there are none. If the worker dies, another one claims them minutes later. */
export function claimTestUpload({ pool }: DatabaseHandle, leaseId: string): Promise<ClaimedUpload | null> {
  return claim.first(pool, leaseId);
}

type Lease = Pick<ClaimedUpload, 'id' | 'leaseId'>;

const isHeld = ({ id, leaseId }: Lease) =>
  sql`u.id = ${id}::uuid AND u.lease_id = ${leaseId}::uuid AND u.state = 'waiting'`;

interface Postponement {
  readonly delayMs: number;
  /** Whether the attempt failed, rather than finding nothing to do yet. */
  readonly failed: boolean;
}

const postpone = defineQuery({
  name: 'postpone test upload',
  columns: {},
  examples: [{ id: NO_ID, leaseId: NO_ID, delayMs: 1, failed: false }],
  build: ({ delayMs, failed, ...lease }: Lease & Postponement) => sql`UPDATE test_uploads u
    SET lease_id = NULL, failures = CASE WHEN ${failed} THEN u.failures ELSE 0 END,
      next_attempt_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
    WHERE ${isHeld(lease)}`,
});

interface LedgerEntry {
  readonly deliveryId: string;
  readonly loggedAt: Date;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly touched: readonly TouchedRow[];
}

const amend = defineQuery({
  name: 'amend delivery of test upload',
  columns: {},
  examples: [{ deliveryId: NO_ID, loggedAt: new Date(0), outcome: 'applied', reason: null, touched: [] }],
  build: ({ deliveryId, loggedAt, outcome, reason, touched }: LedgerEntry) => sql`UPDATE deliveries
    SET outcome = ${outcome}::delivery_outcome, reason = ${reason}, touched = ${JSON.stringify(touched)}::jsonb
    WHERE id = ${deliveryId}::uuid AND received_at = ${loggedAt}::timestamptz(3)`,
});

/** Returns files that cannot be read yet, and says in their delivery what they wait for. */
export async function postponeTestUpload(
  { pool }: DatabaseHandle,
  held: ClaimedUpload,
  { delayMs, failed, reason }: Postponement & { readonly reason: string },
): Promise<void> {
  const { id, leaseId } = held;
  if ((await postpone.execute(pool, { id, leaseId, delayMs, failed })) === 0) return;
  const { deliveryId, loggedAt } = held;
  await amend.execute(pool, { deliveryId, loggedAt, outcome: 'applied', reason, touched: [] });
}

const settle = defineQuery({
  name: 'settle test upload',
  columns: {},
  examples: [{ id: NO_ID, leaseId: NO_ID, state: 'read' }],
  build: ({ state, ...lease }: Lease & { readonly state: 'read' | 'rejected' }) => sql`UPDATE test_uploads u
    SET state = ${state}::test_upload_state, lease_id = NULL WHERE ${isHeld(lease)}`,
});

/** A key whose delivery was rejected may be sent again. */
const releaseKey = defineQuery({
  name: 'release key of test upload',
  columns: {},
  examples: [{ integrationId: 1, key: '', deliveryId: NO_ID }],
  build: ({ integrationId, key, deliveryId }: Pick<ClaimedUpload, 'integrationId' | 'key' | 'deliveryId'>) =>
    sql`UPDATE delivery_keys SET outcome = 'rejected'
      WHERE integration_id = ${integrationId} AND key = ${key} AND delivery_id = ${deliveryId}::uuid`,
});

/** What became of files. */
export interface UploadOutcome {
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  readonly reason: string | null;
  readonly touched: readonly TouchedRow[];
}

/**
 * Records what became of files as the outcome of their delivery, in the transaction that applies them. False if another
 * worker has taken over, in which case the caller must roll back.
 */
export async function settleTestUpload(
  tx: Queryable,
  held: ClaimedUpload,
  { outcome, reason, touched }: UploadOutcome,
): Promise<boolean> {
  const { id, leaseId, deliveryId, loggedAt } = held;
  const state = outcome === 'rejected' ? 'rejected' : 'read';
  if ((await settle.execute(tx, { id, leaseId, state })) === 0) return false;
  await amend.execute(tx, { deliveryId, loggedAt, outcome, reason, touched });
  if (state === 'rejected') await releaseKey.execute(tx, held);
  return true;
}

const body = defineQuery({
  name: 'find body of test upload',
  columns: pick(columnsOf('Delivery', 'd'), 'body'),
  examples: [{ deliveryId: NO_ID, loggedAt: new Date(0) }],
  build: ({ deliveryId, loggedAt }: Pick<ClaimedUpload, 'deliveryId' | 'loggedAt'>, select) =>
    sql`SELECT ${select} FROM deliveries d
      WHERE d.id = ${deliveryId}::uuid AND d.received_at = ${loggedAt}::timestamptz(3)`,
});

/** The packed body with the files; null if it is no longer stored. */
export async function findUploadBody({ pool }: DatabaseHandle, held: ClaimedUpload): Promise<Uint8Array | null> {
  return (await body.first(pool, held))?.body ?? null;
}

const build = columnsOf('BuildRun', 'b');

interface TestedBuildRequest extends TestedBuild {
  readonly projectId: number;
}

/** As many as a message names, and one that tells that there are more. */
const MAX_CANDIDATES = 6;

const testedBuilds = defineQuery({
  name: 'find tested builds',
  columns: pick(build, 'id', 'jobName', 'buildNumber', 'integrationId'),
  examples: [
    { projectId: 1, jobName: '', buildNumber: '' },
    { projectId: 1, buildUrl: '' },
    { projectId: 1, commitHash: '' },
    { projectId: 1, changelist: '' },
  ],
  build: ({ projectId, ...tested }: TestedBuildRequest, select) => sql`SELECT ${select} FROM build_runs b
    WHERE b.project_id = ${projectId} AND ${join(conditionsOf(projectId, tested), ' AND ')}
    ORDER BY b.id LIMIT ${MAX_CANDIDATES}`,
});

function conditionsOf(projectId: number, tested: TestedBuild): Sql[] {
  const { jobName, buildNumber, buildUrl, commitHash, changelist } = tested;
  const conditions: Sql[] = [];
  if (jobName !== undefined) conditions.push(sql`(b.job_name = ${jobName} OR b.job_key = ${jobName})`);
  if (buildNumber !== undefined) conditions.push(sql`b.build_number = ${buildNumber}`);
  if (buildUrl !== undefined) conditions.push(hasPage(projectId, buildUrl));
  if (commitHash !== undefined)
    conditions.push(sql`b.commit_hash <> '' AND ${isSameCommit(sql`b.commit_hash`, sql`${commitHash}::text`)}`);
  if (changelist !== undefined) conditions.push(sql`b.changelist <> '' AND b.changelist = ${changelist}`);
  return conditions;
}

/** The index on the beginnings of pages is by integration. Tools differ in the slash at the end. */
function hasPage(projectId: number, url: string): Sql {
  const page = url.replace(/\/+$/, '');
  return sql`b.build_url <> '' AND b.integration_id IN (SELECT id FROM integrations WHERE project_id = ${projectId})
    AND left(b.build_url, 200) COLLATE "C" IN (left(${page}, 200), left(${`${page}/`}, 200))
    AND b.build_url IN (${page}, ${`${page}/`})`;
}

/** The builds of a project that a report may be about, up to a handful. */
export function findTestedBuilds({ pool }: DatabaseHandle, request: TestedBuildRequest) {
  return testedBuilds.all(pool, request);
}
