import { PASSED } from '../../build-status.js';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';

/** Builds that finished this recently are polled if they have no log. */
const FINISHED_MINUTES = 60;
/** How many of the newest builds of each kind are considered, so that a flood of them cannot block all others. */
const MAX_CONSIDERED = 1_000;
/**
 * A trigger received longer ago no longer matters to its sender. A replay keeps the original time of receipt, so it
 * does not start anything either.
 */
const TRIGGER_MINUTES = 60;

const changedColumns = {
  ...pick(columnsOf('Integration', 'n'), 'id', 'accountId', 'projectId'),
  url: computed('text', sql`n.url`),
  digest: computed('text', sql`n.digest`),
};
type ChangedPoll = RowOf<typeof changedColumns>;

/** SQL, so that only integrations with changed settings are read; this runs every few seconds. */
const changedPolls = defineQuery({
  name: 'changed polls',
  columns: changedColumns,
  examples: [null],
  build: (_: null, select) => sql`
    WITH named AS (
      SELECT i.id, i.account_id, i.project_id, i.config->>'server_url' AS url,
             md5(jsonb_build_array(i.config->'server_url', i.config->'username', i.config->'job_name',
               (SELECT max(s.id) FROM integration_secrets s
                WHERE s.integration_id = i.id AND s.purpose = 'api' AND s.retired_at IS NULL))::text) AS digest
      FROM integrations i JOIN projects p ON p.id = i.project_id
      WHERE i.provider = 'jenkins' AND i.active AND p.paused_at IS NULL AND p.archived_at IS NULL
        AND jsonb_typeof(i.config->'server_url') = 'string' AND i.config->>'server_url' <> ''),
    gone AS (DELETE FROM jenkins_polls p WHERE NOT EXISTS (SELECT FROM named n WHERE n.id = p.integration_id))
    SELECT ${select} FROM named n
    WHERE NOT EXISTS (SELECT FROM jenkins_polls k WHERE k.integration_id = n.id AND k.config_digest = n.digest)
    ORDER BY n.id`,
});

/**
 * Creates a poll for every integration that names a server, and deletes the polls of those that no longer do. Changed
 * settings are tried immediately, whatever the state of the previous ones.
 */
export async function syncPolls(on: DatabaseHandle, now: Date): Promise<void> {
  for (const poll of await changedPolls.all(on.pool, null)) await savePoll(on, poll, now);
}

/** Another worker may meanwhile have saved the same settings and hold a lease; that lease is kept. */
async function savePoll({ prisma }: DatabaseHandle, poll: ChangedPoll, now: Date): Promise<void> {
  const { id: integrationId, accountId, projectId, digest: configDigest } = poll;
  const settings = { server: serverOf(poll.url), configDigest, nextPollAt: now };
  const created = await prisma.jenkinsPoll.createMany({
    data: { integrationId, accountId, projectId, ...settings },
    skipDuplicates: true,
  });
  if (created.count === 1) return;
  await prisma.jenkinsPoll.updateMany({
    where: { integrationId, configDigest: { not: configDigest } },
    data: { ...settings, state: 'waiting', failures: 0, lastError: null, leaseId: null, leasedUntil: null },
  });
}

/** An address's scheme, host and port in a uniform spelling. A text that is not an address counts as its own server. */
function serverOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host.replace(/\.(?=:|$)/, '')}`;
}

/** SQL, because it reads a bounded number of builds per integration, each from its own index range. */
const insertBuilds = defineQuery({
  name: 'register builds',
  columns: {},
  examples: [new Date(0)],
  build: (now: Date) => sql`
    WITH open AS (
      SELECT p.integration_id, b.job_key, b.build_number
      FROM jenkins_polls p JOIN integrations i ON i.id = p.integration_id CROSS JOIN LATERAL (
        SELECT job_key, build_number, status, status_at FROM build_runs
        WHERE integration_id = p.integration_id AND finished_at IS NULL ORDER BY id DESC LIMIT ${MAX_CONSIDERED}) b
      WHERE b.build_number ~ '^[1-9][0-9]{0,9}$' OR (b.status = 'queued'
        AND b.job_key = i.config->>'job_name' AND b.build_number ~ '^(commit|changelist)-'
        AND b.status_at > ${now}::timestamptz - make_interval(mins => ${TRIGGER_MINUTES}))
      UNION ALL ${finishedWithoutLog(sql`status ${PASSED}`, now)}
      UNION ALL ${finishedWithoutLog(sql`status = 'failed'`, now)}),
    registered AS (
      INSERT INTO jenkins_builds (integration_id, job_key, build_number, next_poll_at, created_at)
      SELECT integration_id, job_key, build_number, ${now}::timestamptz, ${now}::timestamptz FROM open o
      WHERE NOT EXISTS (SELECT FROM jenkins_builds k WHERE k.integration_id = o.integration_id
        AND k.job_key = o.job_key AND k.build_number = o.build_number)
      ON CONFLICT DO NOTHING RETURNING integration_id)
    UPDATE jenkins_polls SET next_poll_at = ${now}::timestamptz
    WHERE integration_id IN (SELECT integration_id FROM registered) AND next_poll_at > ${now}::timestamptz
      AND state IN ('waiting', 'ok')`,
});

/**
 * Registers builds that reports left incomplete: unfinished ones, finished ones without a log, and triggered ones that
 * have not been started. Their integrations become due immediately, unless their polling is failing or paused.
 */
export async function registerBuilds({ pool }: DatabaseHandle, now: Date): Promise<void> {
  await insertBuilds.execute(pool, now);
}

/** Builds that finished recently without a log. `status` is worded as in the partial index that orders them. */
function finishedWithoutLog(status: Sql, now: Date): Sql {
  return sql`SELECT p.integration_id, b.job_key, b.build_number
    FROM jenkins_polls p CROSS JOIN LATERAL (
      SELECT integration_id, job_key, build_number, status, has_log FROM build_runs
      WHERE project_id = p.project_id AND ${status}
        AND finished_at > ${now}::timestamptz - make_interval(mins => ${FINISHED_MINUTES})
      ORDER BY finished_at DESC, id DESC LIMIT ${MAX_CONSIDERED}) b
    WHERE b.integration_id = p.integration_id AND b.status <> 'passed_pending_approval' AND NOT b.has_log
      AND b.build_number ~ '^[1-9][0-9]{0,9}$'`;
}
