import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import type { DueNotification } from './due-notification.js';

type Threaded = Pick<DueNotification, 'projectId' | 'event' | 'buildRunId' | 'threadKey'>;

/** The prefix of the threads that the writers of build events store; the outage's name follows. */
export const OUTAGE = 'outage:';

/** What the name of the outage ends with in the lane of a branch or of shipping builds. */
const lane = sql`COALESCE(substring(n.thread_key FROM '^outage:[0-9]+:[0-9a-f]+:[0-9]+(:.*)$'), '')`;

const threadKey = defineQuery({
  name: 'find thread of build',
  columns: {
    key: computed(
      'text',
      sql`COALESCE(
        (SELECT o.thread_key FROM notifications o WHERE o.project_id = n.project_id AND o.released_at IS NOT NULL
          AND o.event_key = 'broke:' || substr(n.thread_key, ${OUTAGE.length + 1}) AND n.event <> 'main_job.broke'),
        (SELECT 'problem:' || p.id || ':' || p.regressions || ${lane} FROM problem_builds b JOIN problems p ON p.id = b.problem_id
          WHERE b.build_run_id = n.build_run_id AND b.is_cause AND p.project_id = n.project_id ORDER BY b.seen_at DESC, p.id DESC LIMIT 1),
        n.thread_key)`,
    ),
  },
  examples: [{ projectId: 1, event: 'main_job.broke', buildRunId: 1, threadKey: 'outage:1' }],
  build: ({ projectId, event, buildRunId, threadKey: key }: Threaded, select) => sql`SELECT ${select}
    FROM (SELECT ${projectId}::int AS project_id, ${event}::text AS event, ${buildRunId}::bigint AS build_run_id,
      ${key}::text AS thread_key) n`,
});

/**
 * The thread of a message about a build: that in which the job broke. If it broke because of a known problem, the
 * problem's messages have one thread until it is resolved; when it comes back later, it begins a new one.
 */
export async function findThread({ pool }: DatabaseHandle, due: Threaded): Promise<string> {
  const isOfBuild = due.buildRunId !== null && due.threadKey.startsWith(OUTAGE);
  const found = isOfBuild ? await threadKey.first(pool, due) : null;
  return found?.key ?? due.threadKey;
}
