import { takeAdvisoryLock } from '../../advisory-lock.js';
import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { fromJson } from '../../json.js';
import { sql } from '../../sql.js';

/** An integration that is due for polling, held by the worker with the lease. */
export interface ClaimedPoll {
  readonly integrationId: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly leaseId: string;
  /** The integration's settings: `server_url`, `username`, `job_name`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The newest API token, encrypted; null if there is none. */
  readonly apiToken: Uint8Array | null;
  readonly failures: number;
  readonly dueAt: Date;
}

export type PollLease = Pick<ClaimedPoll, 'integrationId' | 'leaseId'>;

/** Claims run one after another, so that no two find the same server free. */
const CLAIM_LOCK = 74_026;

/** The lease to take, and the accounts whose integrations to skip. */
export interface LeaseRequest {
  readonly id: string;
  readonly now: Date;
  readonly until: Date;
  readonly excludedAccounts: readonly number[];
}

type DueAt = Pick<LeaseRequest, 'now' | 'excludedAccounts'>;

const pollColumns = columnsOf('JenkinsPoll', 'p');

const duePoll = defineQuery({
  name: 'due poll',
  columns: { integrationId: pollColumns.integrationId, dueAt: pollColumns.nextPollAt },
  examples: [{ now: new Date(0), excludedAccounts: [1] }],
  build: ({ now, excludedAccounts }: DueAt, select) => sql`
    SELECT ${select} FROM jenkins_polls p
    LEFT JOIN (SELECT account_id, count(*) AS leases FROM jenkins_polls
      WHERE leased_until > ${now}::timestamptz GROUP BY account_id) served ON served.account_id = p.account_id
    WHERE p.next_poll_at <= ${now}::timestamptz AND p.account_id <> ALL(${excludedAccounts}::int[])
      AND NOT EXISTS (
        SELECT FROM jenkins_polls o WHERE o.server = p.server AND o.leased_until > ${now}::timestamptz)
    ORDER BY COALESCE(served.leases, 0), p.next_poll_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED`,
});

/** Whether a poll may be due that no worker runs. Another worker may claim it first. */
export async function isPollDue({ pool }: DatabaseHandle, at: DueAt): Promise<boolean> {
  return (await duePoll.first(pool, at)) !== null;
}

/**
 * Claims an integration whose server no worker is polling. It picks the account with the fewest leases, and within it
 * the integration that is longest overdue. The lease expires if its holder dies. Null if nothing is due.
 */
export async function claimPoll(tx: DatabaseHandle, lease: LeaseRequest): Promise<ClaimedPoll | null> {
  await takeAdvisoryLock(tx.pool, CLAIM_LOCK);
  const due = await duePoll.first(tx.pool, lease);
  if (due === null) return null;
  const { integration, ...poll } = await tx.prisma.jenkinsPoll.update({
    where: { integrationId: due.integrationId },
    data: { leaseId: lease.id, leasedUntil: lease.until },
    select: {
      integrationId: true,
      accountId: true,
      projectId: true,
      failures: true,
      integration: { select: settings },
    },
  });
  const config = fromJson<ClaimedPoll['config']>(integration.config);
  const apiToken = integration.secrets[0]?.ciphertext ?? null;
  return { ...poll, leaseId: lease.id, config, apiToken, dueAt: due.dueAt };
}

const settings = {
  config: true,
  secrets: {
    where: { purpose: 'api', retiredAt: null },
    orderBy: { id: 'desc' },
    take: 1,
    select: { ciphertext: true },
  },
} as const;

const heldLease = defineQuery({
  name: 'held lease',
  columns: pick(columnsOf('JenkinsPoll'), 'integrationId'),
  examples: [{ integrationId: 1, leaseId: '00000000-0000-0000-0000-000000000000' }],
  build: ({ integrationId, leaseId }: PollLease, select) => sql`
    SELECT ${select} FROM jenkins_polls
    WHERE integration_id = ${integrationId} AND lease_id = ${leaseId}::uuid FOR SHARE`,
});

/** Whether the lease is still held. Locks it until the transaction ends, so that no worker takes it over meanwhile. */
export async function holdsLease({ pool }: DatabaseHandle, lease: PollLease): Promise<boolean> {
  return (await heldLease.first(pool, lease)) !== null;
}

/** Returns a lease as if it had never been taken; the next worker continues. */
export async function releaseLease(
  { prisma }: DatabaseHandle,
  { integrationId, leaseId }: PollLease,
): Promise<void> {
  await prisma.jenkinsPoll.updateMany({
    where: { integrationId, leaseId },
    data: { leaseId: null, leasedUntil: null },
  });
}

/** How a poll ended. */
export interface PollResult {
  readonly state: 'ok' | 'failing' | 'paused';
  readonly error: string | null;
  readonly now: Date;
  /** The latest time for the next poll. If the state is ok, a build or job that is due earlier moves it forward. */
  readonly nextPollAt: Date;
}

const lockPoll = defineQuery({
  name: 'lock poll',
  columns: {},
  examples: [1],
  build: (integrationId: number) =>
    sql`SELECT FROM jenkins_polls WHERE integration_id = ${integrationId} FOR UPDATE`,
});

/** Returns a lease and schedules the next poll, in the caller's transaction. */
export async function finishPoll(tx: DatabaseHandle, lease: PollLease, result: PollResult): Promise<void> {
  const { integrationId, leaseId } = lease;
  const { state, error, now } = result;
  // Lock first: a build that is registered from here on moves the poll forward after this transaction.
  await lockPoll.execute(tx.pool, integrationId);
  await tx.prisma.jenkinsPoll.updateMany({
    where: { integrationId, leaseId },
    data: {
      leaseId: null,
      leasedUntil: null,
      state,
      lastError: error,
      lastPolledAt: now,
      failures: state === 'failing' ? { increment: 1 } : 0,
      nextPollAt: state === 'ok' ? await nextDue(tx, integrationId, result.nextPollAt) : result.nextPollAt,
    },
  });
}

async function nextDue({ prisma }: DatabaseHandle, integrationId: number, latest: Date): Promise<Date> {
  const builds = await prisma.jenkinsBuild.aggregate({
    where: { integrationId, settledAt: null },
    _min: { nextPollAt: true },
  });
  const jobs = await prisma.jenkinsJob.aggregate({ where: { integrationId }, _min: { nextCheckAt: true } });
  const times = [latest, builds._min.nextPollAt, jobs._min.nextCheckAt].flatMap((time) => time?.getTime() ?? []);
  return new Date(Math.min(...times));
}
