import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const backlog = defineQuery({
  name: 'notification backlog',
  columns: {
    waiting: computed('int8', sql`count(*)`),
    oldestSeconds: computed(
      'float8',
      sql`COALESCE(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8`,
    ),
  },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM (
      SELECT release_at AS due_at FROM notifications WHERE released_at IS NULL AND release_at <= now()
      UNION ALL
      SELECT GREATEST(d.created_at, c.next_attempt_at) FROM notification_channels c
      JOIN projects p ON p.id = c.project_id AND p.archived_at IS NULL
      JOIN notification_deliveries d ON d.channel_id = c.id AND d.status = 'pending'
      WHERE c.paused_at IS NULL AND c.next_attempt_at <= now()
      UNION ALL
      SELECT GREATEST(u.pending_since, g.next_attempt_at) FROM github_connections g
      JOIN integrations i ON i.id = g.integration_id AND i.active
      JOIN projects p ON p.id = g.project_id AND p.paused_at IS NULL AND p.archived_at IS NULL
      JOIN github_updates u ON u.integration_id = g.integration_id AND u.pending_since IS NOT NULL
      WHERE g.paused_at IS NULL AND g.next_attempt_at <= now() AND (g.statuses OR g.comments)) waiting`,
});

/**
 * How many notifications are due, and for how long the oldest has been. Updates of GitHub count too. Those of a channel
 * that is paused, that waits after a failure, or whose project is not in use are not due: the operator cannot change
 * that.
 */
export async function readNotificationBacklog({
  pool,
}: DatabaseHandle): Promise<{ waiting: number; oldestSeconds: number }> {
  return (await backlog.first(pool, null)) ?? { waiting: 0, oldestSeconds: 0 };
}
