import type { CulpritConclusion } from '@slipway/contracts';
import { PASSED } from '../../build-status.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { buildsOfLane, inLanes, NEWEST_FIRST, outageOfLane } from './outages.js';

export interface ProvenCulprit {
  /** The first build that failed. */
  readonly buildRunId: number;
  readonly searchId: number;
  /** What the runs show, as a sentence. */
  readonly proof: string;
  readonly conclusion: CulpritConclusion;
}

const earlierPasses = buildsOfLane(
  sql`b`,
  sql`r.status ${PASSED} AND r.finished_at < b.finished_at`,
  NEWEST_FIRST,
);

const writeCulprit = defineQuery({
  name: 'write culprit of outage',
  columns: {},
  examples: [{ buildRunId: 1, searchId: 1, proof: '', conclusion: 'found' as const }],
  build: ({ buildRunId, searchId, proof, conclusion }: ProvenCulprit) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, detail, release_at)
    SELECT gen_random_uuid(), b.account_id, b.project_id, 'main_job.cause_found',
      'culprit:' || o.name || ':' || ${searchId}::bigint, 'outage:' || o.name, b.id,
      broke.detail - 'problem' - 'cause' || jsonb_build_object('proof', ${proof}::text,
        'hasCulprit', ${conclusion === 'found'}::bool), now()
    FROM ${inLanes(sql`${buildRunId}::bigint`)} b
    LEFT JOIN LATERAL (SELECT e.id FROM ${earlierPasses} e LIMIT 1) before ON true
    CROSS JOIN LATERAL (SELECT ${outageOfLane(sql`b`)} AS name) o
    JOIN notifications broke ON broke.project_id = b.project_id AND broke.event_key = 'broke:' || o.name
    ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes what a search for a culprit proved, in the thread of the outage that its problem caused. */
export async function notifyOfCulprit({ pool }: DatabaseHandle, proven: ProvenCulprit): Promise<void> {
  await writeCulprit.execute(pool, proven);
}
