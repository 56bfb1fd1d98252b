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

/** Whether the message that the job broke, `broke`, already named problem `p`. */
const isNamed = (problemId: Sql) => sql`(broke.content #>> '{data,cause}' IS NOT NULL AND EXISTS (
  SELECT FROM problem_builds k WHERE k.problem_id = ${problemId} AND k.build_run_id = broke.build_run_id AND k.is_cause))`;

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
    SELECT gen_random_uuid(), b.account_id, b.project_id, 'main_job.cause_found', 'cause:' || o.name || ':' || p.id,
      'outage:' || o.name, b.id, broke.detail - 'failures' - 'problem' || jsonb_build_object('problemId', p.id,
        'failures', CASE WHEN broke.build_run_id = b.id THEN broke.detail->'failures' END), GREATEST(now(), broke.release_at)
    FROM ${inLanes(sql`${buildRunId}::bigint`)} b
    JOIN problems p ON p.project_id = b.project_id AND p.fingerprint = ${fingerprint} AND p.state <> 'ignored'
    LEFT JOIN LATERAL (SELECT e.id FROM ${earlierPasses} e LIMIT 1) before ON true
    CROSS JOIN LATERAL (SELECT ${outageOfLane(sql`b`)} AS name) o
    JOIN notifications broke ON broke.project_id = b.project_id AND broke.event_key = 'broke:' || o.name
    WHERE CASE WHEN broke.build_run_id = b.id THEN broke.released_at IS NOT NULL
        ELSE ${confidence}::float8 >= ${LEAST_CONFIDENCE} END
      AND NOT ${isNamed(sql`p.id`)} AND NOT ${isOutdated}
      AND (SELECT count(*) FROM notifications c WHERE c.project_id = b.project_id
        AND c.thread_key IN (broke.thread_key, 'outage:' || o.name) AND starts_with(c.event_key, 'cause:')) < ${MAX_CAUSES}
    ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/**
 * Writes that the cause of an outage is known, if the message that the job broke does not name it: because it was found
 * later, or because the job now fails for another reason. In the transaction that stores the finding, after the build
 * was added to its problem. Each cause is written once for an outage, even if the job alternates between two.
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
      'outage:' || o.name, b.id, broke.detail - 'problem' || '{"isSuspect": true}', now()
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

const named = defineQuery({
  name: 'find named causes',
  columns: {
    isNamed: computed('bool', isNamed(sql`n.problem_id`)),
    hasOther: computed(
      'bool',
      sql`EXISTS (SELECT FROM notifications c WHERE c.project_id = broke.project_id AND c.thread_key = broke.thread_key
        AND c.event IN ('main_job.broke', 'main_job.cause_found') AND c.content #>> '{data,cause}' IS NOT NULL)`,
    ),
  },
  examples: [{ projectId: 1, threadKey: '', problemId: 1 }],
  build: ({ projectId, threadKey, problemId }: WrittenCause, select) => sql`SELECT ${select}
    FROM (SELECT ${problemId}::bigint AS problem_id) n JOIN notifications broke ON broke.project_id = ${projectId}
      AND broke.event_key = 'broke:' || substr(${threadKey}::text, ${OUTAGE.length + 1})`,
});

/**
 * How a cause is announced: as the first of its outage, or as another one. Null if the message that the job broke has
 * named it meanwhile, or is gone.
 */
export async function announcementOf(
  { pool }: DatabaseHandle,
  cause: WrittenCause,
): Promise<'first' | 'other' | null> {
  const found = await named.first(pool, cause);
  if (found === null || found.isNamed) return null;
  return found.hasOther ? 'other' : 'first';
}
