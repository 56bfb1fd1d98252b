import { execute, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';

/** An integration whose turn it is, held by whoever has the lease. */
export interface ClaimedPoll {
  readonly integrationId: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly leaseId: string;
  /** The settings as the integration has them: `server_url`, `username`, `job_name`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The newest API token, encrypted; null when there is none. */
  readonly apiToken: Buffer | null;
  readonly failures: number;
  readonly dueAt: Date;
}

/** Builds of integrations in reach of polling that finished so recently are taken up when they have no log. */
const FINISHED_MINUTES = 60;
/** The newest builds of each kind that are looked at: what floods in must not keep all others from being polled. */
const LOOKED_AT = 1_000;
/**
 * A trigger that was received longer ago is no longer what its sender wants. A replay keeps the time of receipt, so that
 * it starts nothing either.
 */
const TRIGGER_MINUTES = 60;

/**
 * Takes up what integrations name servers now, and lets go of those that do not any more. New settings count at once,
 * whatever came of the old ones.
 */
export async function syncPolls(tx: Queryable, now: Date): Promise<void> {
  const changed = await query<ChangedPoll>(
    tx,
    sql`WITH named AS (
          SELECT i.id, i.account_id, i.project_id, i.config->>'server_url' AS url,
                 md5(jsonb_build_array(i.config->'server_url', i.config->'username', i.config->'job_name',
                   (SELECT max(s.id) FROM integration_secrets s
                    WHERE s.integration_id = i.id AND s.purpose = 'api' AND s.retired_at IS NULL))::text) AS digest
          FROM integrations i JOIN projects p ON p.id = i.project_id
          WHERE i.provider = 'jenkins' AND i.active AND p.paused_at IS NULL AND p.archived_at IS NULL
            AND jsonb_typeof(i.config->'server_url') = 'string' AND i.config->>'server_url' <> ''),
        gone AS (DELETE FROM jenkins_polls p WHERE NOT EXISTS (SELECT FROM named n WHERE n.id = p.integration_id))
        SELECT id, account_id AS "accountId", project_id AS "projectId", url, digest FROM named n
        WHERE NOT EXISTS (SELECT FROM jenkins_polls k WHERE k.integration_id = n.id AND k.config_digest = n.digest)
        ORDER BY id`,
  );
  for (const poll of changed) await takeUpPoll(tx, poll, now);
}

interface ChangedPoll {
  readonly id: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly url: string;
  readonly digest: string;
}

/** Another worker may have taken the same settings up meanwhile, and hold a lease: that one stays. */
async function takeUpPoll(tx: Queryable, poll: ChangedPoll, now: Date): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO jenkins_polls AS p (integration_id, account_id, project_id, server, config_digest, next_poll_at)
        VALUES (${poll.id}, ${poll.accountId}, ${poll.projectId}, ${serverOf(poll.url)}, ${poll.digest}, ${now})
        ON CONFLICT (integration_id) DO UPDATE
          SET server = EXCLUDED.server, config_digest = EXCLUDED.config_digest, next_poll_at = EXCLUDED.next_poll_at,
            state = 'waiting', failures = 0, last_error = NULL, lease_id = NULL, leased_until = NULL
          WHERE p.config_digest <> EXCLUDED.config_digest`,
  );
}

/**
 * The server behind an address: its scheme, host and port, however they are written. What is no address is asked by
 * nobody.
 */
function serverOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host.replace(/\.(?=:|$)/, '')}`;
}

/**
 * Takes up builds that reports left open: those without an end, those that ended without a log, and triggered ones that
 * nobody started. Their integrations are due at once, unless their server is being left alone.
 */
export async function takeUpBuilds(tx: Queryable, now: Date): Promise<void> {
  await execute(
    tx,
    sql`WITH open AS (
          SELECT p.integration_id, b.job_key, b.build_number
          FROM jenkins_polls p JOIN integrations i ON i.id = p.integration_id CROSS JOIN LATERAL (
            SELECT job_key, build_number, status, status_at FROM build_runs
            WHERE integration_id = p.integration_id AND finished_at IS NULL ORDER BY id DESC LIMIT ${LOOKED_AT}) b
          WHERE b.build_number ~ '^[1-9][0-9]{0,9}$' OR (b.status = 'queued'
            AND b.job_key = i.config->>'job_name' AND b.build_number ~ '^(commit|changelist)-'
            AND b.status_at > ${now}::timestamptz - make_interval(mins => ${TRIGGER_MINUTES}))
          UNION ALL ${endedWithoutLog(sql`status IN ('completed', 'passed_pending_approval')`, now)}
          UNION ALL ${endedWithoutLog(sql`status = 'failed'`, now)}),
        taken AS (
          INSERT INTO jenkins_builds (integration_id, job_key, build_number, next_poll_at, created_at)
          SELECT integration_id, job_key, build_number, ${now}::timestamptz, ${now}::timestamptz FROM open o
          WHERE NOT EXISTS (SELECT FROM jenkins_builds k WHERE k.integration_id = o.integration_id
            AND k.job_key = o.job_key AND k.build_number = o.build_number)
          ON CONFLICT DO NOTHING RETURNING integration_id)
        UPDATE jenkins_polls SET next_poll_at = ${now}::timestamptz
        WHERE integration_id IN (SELECT integration_id FROM taken) AND next_poll_at > ${now}
          AND state IN ('waiting', 'ok')`,
  );
}

/** Builds that ended a short while ago and have no log; the condition is that of the index that has them by their end. */
function endedWithoutLog(ended: Sql, now: Date): Sql {
  return sql`SELECT p.integration_id, b.job_key, b.build_number
    FROM jenkins_polls p CROSS JOIN LATERAL (
      SELECT integration_id, job_key, build_number, status, has_log FROM build_runs
      WHERE project_id = p.project_id AND ${ended}
        AND finished_at > ${now}::timestamptz - make_interval(mins => ${FINISHED_MINUTES})
      ORDER BY finished_at DESC, id DESC LIMIT ${LOOKED_AT}) b
    WHERE b.integration_id = p.integration_id AND b.status <> 'passed_pending_approval' AND NOT b.has_log
      AND b.build_number ~ '^[1-9][0-9]{0,9}$'`;
}

/** Claims are made one after the other, so that no two see the same server free. */
const CLAIM_LOCK = 74_026;

/** A lease that is wanted, of an integration of any account but those. */
export interface WantedLease {
  readonly id: string;
  readonly now: Date;
  readonly until: Date;
  readonly notFor: readonly number[];
}

/**
 * Claims an integration whose server nobody is asking, of the account that is being served least, the one that has
 * waited longest: a lease that runs out by itself when its holder dies. Null when nothing is due.
 */
export async function claimPoll(tx: Queryable, lease: WantedLease): Promise<ClaimedPoll | null> {
  await query(tx, sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`);
  return queryOne(
    tx,
    sql`WITH due AS (
          SELECT p.integration_id, p.next_poll_at FROM jenkins_polls p
          LEFT JOIN (SELECT account_id, count(*) AS turns FROM jenkins_polls
            WHERE leased_until > ${lease.now} GROUP BY account_id) served ON served.account_id = p.account_id
          WHERE p.next_poll_at <= ${lease.now} AND p.account_id <> ALL(${lease.notFor}::int[]) AND NOT EXISTS (
            SELECT FROM jenkins_polls o WHERE o.server = p.server AND o.leased_until > ${lease.now})
          ORDER BY COALESCE(served.turns, 0), p.next_poll_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED)
        UPDATE jenkins_polls p SET lease_id = ${lease.id}::uuid, leased_until = ${lease.until}
        FROM due, integrations i
        WHERE p.integration_id = due.integration_id AND i.id = p.integration_id
        RETURNING p.integration_id AS "integrationId", p.account_id AS "accountId", p.project_id AS "projectId",
          p.lease_id AS "leaseId", p.failures, i.config, due.next_poll_at AS "dueAt",
          (SELECT s.ciphertext FROM integration_secrets s
           WHERE s.integration_id = i.id AND s.purpose = 'api' AND s.retired_at IS NULL
           ORDER BY s.id DESC LIMIT 1) AS "apiToken"`,
  );
}

/** Whether the lease still holds; locks it until the transaction ends, so that nobody takes it over meanwhile. */
export async function holdsLease(
  tx: Queryable,
  { integrationId, leaseId }: Pick<ClaimedPoll, 'integrationId' | 'leaseId'>,
): Promise<boolean> {
  const held = await queryOne(
    tx,
    sql`SELECT 1 FROM jenkins_polls WHERE integration_id = ${integrationId} AND lease_id = ${leaseId}::uuid FOR SHARE`,
  );
  return held !== null;
}

/** Gives a lease back as if it had not been taken: whoever comes next goes on. */
export async function giveBackPoll(
  on: Queryable,
  { integrationId, leaseId }: Pick<ClaimedPoll, 'integrationId' | 'leaseId'>,
): Promise<void> {
  await execute(
    on,
    sql`UPDATE jenkins_polls SET lease_id = NULL, leased_until = NULL
        WHERE integration_id = ${integrationId} AND lease_id = ${leaseId}::uuid`,
  );
}

/** How a poll ended. */
export interface PollResult {
  readonly state: 'ok' | 'failing' | 'paused';
  readonly error: string | null;
  readonly now: Date;
  /** The latest moment of the next poll; what is due earlier brings it forward, unless something is wrong. */
  readonly nextPollAt: Date;
}

/** Gives a lease back and says when the next poll is due. */
export async function finishPoll(
  on: Queryable,
  { integrationId, leaseId }: Pick<ClaimedPoll, 'integrationId' | 'leaseId'>,
  { state, error, now, nextPollAt }: PollResult,
): Promise<void> {
  await execute(
    on,
    sql`UPDATE jenkins_polls SET lease_id = NULL, leased_until = NULL, state = ${state}::poll_state,
          last_error = ${error}, last_polled_at = ${now},
          failures = CASE WHEN ${state}::text = 'failing' THEN failures + 1 ELSE 0 END,
          next_poll_at = CASE WHEN ${state}::text <> 'ok' THEN ${nextPollAt}::timestamptz ELSE LEAST(${nextPollAt}::timestamptz,
            (SELECT min(b.next_poll_at) FROM jenkins_builds b
             WHERE b.integration_id = ${integrationId} AND b.settled_at IS NULL),
            (SELECT min(j.next_check_at) FROM jenkins_jobs j WHERE j.integration_id = ${integrationId})) END
        WHERE integration_id = ${integrationId} AND lease_id = ${leaseId}::uuid`,
  );
}
