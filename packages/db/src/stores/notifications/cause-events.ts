import { PASSED } from '../../build-status.js';
import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { LEAST_CONFIDENCE } from '../../reads/builds/finding-states.js';
import { raw, type Sql, sql } from '../../sql.js';
import { buildsOfLane, inLanes, NEWEST_FIRST, OLDEST_FIRST, outageOfLane } from './outages.js';
import { OUTAGE } from './thread-of-build.js';

export interface FoundCause {
  readonly buildRunId: number;
  readonly fingerprint: string;
  readonly confidence: number;
}

/** A fault that looks different in every log must not flood a thread. */
const MAX_CAUSES = raw('5');

/**
 * Whether the message that the job broke, `broke`, already named problem `p`. Messages of earlier versions of the service
 * did not store which cause they named.
 */
const isNamed = sql`(broke.content #>> '{data,cause}' IS NOT NULL AND CASE WHEN broke.detail ? 'cause'
  THEN broke.detail->>'cause' = p.fingerprint
  ELSE EXISTS (SELECT FROM problem_builds k WHERE k.problem_id = p.id AND k.build_run_id = broke.build_run_id AND k.is_cause)
  END)`;

/** A problem whose message in outage `o` named another cause than it has now is announced again. */
const keyOfCause = sql`('cause:' || o.name || ':' || p.id || COALESCE((SELECT ':' || p.fingerprint FROM notifications c
  WHERE c.project_id = b.project_id AND c.event_key = 'cause:' || o.name || ':' || p.id
    AND c.detail->>'cause' <> p.fingerprint), ''))`;

/** As many later builds are asked for a finding. */
const MAX_LATER = raw('100');

/** The builds of the lane of build `b` that ended after it. */
const laterBuilds = (status: Sql) =>
  buildsOfLane(sql`b`, sql`r.status ${status} AND r.finished_at > b.finished_at`, OLDEST_FIRST);

const earlierPasses = buildsOfLane(
  sql`b`,
  sql`r.status ${PASSED} AND r.finished_at < b.finished_at`,
  NEWEST_FIRST,
);

/** Whether the job has passed after build `b`. */
const hasPassed = sql`((SELECT l.id FROM ${laterBuilds(PASSED)} l LIMIT 1) IS NOT NULL)`;

/**
 * Whether a later build makes a cause of build `b` old news: the job has passed, or the cause of a later failure is
 * known.
 */
const isOutdated = sql`(${hasPassed}
  OR EXISTS (SELECT FROM (SELECT l.id FROM ${laterBuilds(sql`= 'failed'`)} l LIMIT ${MAX_LATER}) l
    JOIN build_diagnoses d ON d.build_run_id = l.id AND d.fingerprint IS NOT NULL))`;

/**
 * Waits for the message that the job broke, which may not be released yet because of another build's investigation. It
 * must be followed by the cause of its own build only if it went out without.
 */
const writeCause = defineQuery({
  name: 'write cause of outage',
  columns: {},
  examples: [{ buildRunId: 1, fingerprint: '', confidence: 1 }],
  build: ({ buildRunId, fingerprint, confidence }: FoundCause) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, detail, release_at)
    SELECT gen_random_uuid(), b.account_id, b.project_id, 'main_job.cause_found', ${keyOfCause},
      'outage:' || o.name, b.id, broke.detail - 'failures' - 'problem' - 'cause' || jsonb_build_object('problemId', p.id,
        'failures', CASE WHEN broke.build_run_id = b.id THEN broke.detail->'failures' END), GREATEST(now(), broke.release_at)
    FROM ${inLanes(sql`${buildRunId}::bigint`)} b
    JOIN problems p ON p.project_id = b.project_id AND p.fingerprint = ${fingerprint} AND p.state <> 'ignored'
      AND (p.snoozed_until IS NULL OR p.snoozed_until <= now())
    LEFT JOIN LATERAL (SELECT e.id FROM ${earlierPasses} e LIMIT 1) before ON true
    CROSS JOIN LATERAL (SELECT ${outageOfLane(sql`b`)} AS name) o
    JOIN notifications broke ON broke.project_id = b.project_id AND broke.event_key = 'broke:' || o.name
    WHERE CASE WHEN broke.build_run_id = b.id THEN broke.released_at IS NOT NULL
        ELSE ${confidence}::float8 >= ${LEAST_CONFIDENCE} END
      AND NOT ${isNamed} AND NOT ${isOutdated}
      AND (SELECT count(*) FROM notifications c WHERE c.project_id = b.project_id
        AND c.thread_key IN (broke.thread_key, 'outage:' || o.name) AND starts_with(c.event_key, 'cause:')) < ${MAX_CAUSES}
    ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/**
 * Writes that the cause of an outage is known, if the message that the job broke does not name it: because it was found
 * later or corrected, or because the job now fails for another reason. In the transaction that stores the finding, after
 * the build was added to its problem. Each cause is written once for an outage, even if the job alternates between two.
 */
export async function notifyOfCause({ pool }: DatabaseHandle, found: FoundCause): Promise<void> {
  await writeCause.execute(pool, found);
}

/**
 * A message about the build that is not released yet will name the suspect. It is old news once the job has passed.
 */
const writeSuspect = defineQuery({
  name: 'write suspect of outage',
  columns: {},
  examples: [1],
  build: (buildRunId: number) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, detail, release_at)
    SELECT gen_random_uuid(), b.account_id, b.project_id, 'main_job.cause_found', 'suspect:' || o.name,
      'outage:' || o.name, b.id, broke.detail - 'problem' - 'cause' || '{"isSuspect": true}', now()
    FROM ${inLanes(sql`${buildRunId}::bigint`)} b
    LEFT JOIN LATERAL (SELECT e.id FROM ${earlierPasses} e LIMIT 1) before ON true
    CROSS JOIN LATERAL (SELECT ${outageOfLane(sql`b`)} AS name) o
    JOIN notifications broke ON broke.project_id = b.project_id AND broke.event_key = 'broke:' || o.name
      AND broke.build_run_id = b.id
    WHERE NOT EXISTS (SELECT FROM notifications n WHERE n.project_id = b.project_id AND n.build_run_id = b.id
        AND n.thread_key IN (broke.thread_key, 'outage:' || o.name)
        AND n.event IN ('main_job.broke', 'main_job.cause_found')
        AND (n.released_at IS NULL OR n.content #> '{data,suspects}' <> '[]'))
      AND NOT ${hasPassed}
    ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/**
 * Writes that a change is suspected, if the messages about its build went out before. In the transaction that stores the
 * finding, after the notifications of the build were released, so that none is being released without the suspect. At
 * most once for an outage.
 */
export async function notifyOfSuspect({ pool }: DatabaseHandle, buildRunId: number): Promise<void> {
  await writeSuspect.execute(pool, buildRunId);
}

interface WrittenCause {
  readonly projectId: number;
  /** That of the outage, as the writer stored it. */
  readonly threadKey: string;
  readonly problemId: number;
}

/** A cause that a message about an outage named. */
export interface NamedCause {
  readonly buildRunId: number;
  readonly quote: string | null;
}

const named = defineQuery({
  name: 'find named causes',
  columns: {
    isNamed: computed('bool', isNamed),
    causes: computed<'jsonb', readonly NamedCause[]>(
      'jsonb',
      sql`COALESCE((SELECT jsonb_agg(jsonb_build_object('buildRunId', c.build_run_id, 'quote', c.content #>> '{data,cause,quote}'))
        FROM notifications c WHERE c.project_id = broke.project_id AND c.thread_key = broke.thread_key
        AND c.event IN ('main_job.broke', 'main_job.cause_found') AND c.content #>> '{data,cause}' IS NOT NULL), '[]')`,
    ),
  },
  examples: [{ projectId: 1, threadKey: '', problemId: 1 }],
  build: ({ projectId, threadKey, problemId }: WrittenCause, select) => sql`SELECT ${select}
    FROM problems p JOIN notifications broke ON broke.project_id = p.project_id
      AND broke.event_key = 'broke:' || substr(${threadKey}::text, ${OUTAGE.length + 1})
    WHERE p.project_id = ${projectId} AND p.id = ${problemId}`,
});

/**
 * The causes that messages about an outage named before this one. Null if the message that the job broke has named this
 * one meanwhile, or is gone.
 */
export async function findNamedCauses(
  { pool }: DatabaseHandle,
  cause: WrittenCause,
): Promise<readonly NamedCause[] | null> {
  const found = await named.first(pool, cause);
  return found === null || found.isNamed ? null : found.causes;
}
