import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/**
 * The last delivery names the silence, so each is reported once to everyone who waits so many hours. An integration that
 * never sent anything is not set up yet, which its page says.
 */
const writeSilences = defineQuery({
  name: 'write silent integrations',
  columns: {},
  examples: [null],
  build: (_: null) => sql`
    WITH silence AS (
      SELECT p.account_id, p.id AS project_id, i.id AS integration_id, n.threshold, last.id AS delivery_id,
        last.received_at, 'silent:' || i.id || ':' || n.threshold || ':' || last.id AS key
      FROM (SELECT DISTINCT project_id, threshold FROM notification_rules
        WHERE event = 'integration.silent' AND enabled AND threshold IS NOT NULL) n
      JOIN projects p ON p.id = n.project_id AND p.paused_at IS NULL AND p.archived_at IS NULL
      JOIN integrations i ON i.project_id = p.id AND i.active
      CROSS JOIN LATERAL (SELECT d.id, d.received_at FROM deliveries d
        WHERE d.project_id = i.project_id AND d.integration_id = i.id
        ORDER BY d.received_at DESC, d.id DESC LIMIT 1) last
      WHERE last.received_at <= now() - make_interval(hours => n.threshold)
    )
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, detail, release_at)
    SELECT gen_random_uuid(), s.account_id, s.project_id, 'integration.silent', s.key,
      'silent:' || s.integration_id || ':' || s.delivery_id,
      jsonb_build_object('integrationId', s.integration_id, 'threshold', s.threshold, 'deliveryId', s.delivery_id,
        'receivedAt', extract(epoch FROM s.received_at) * 1000),
      now()
    FROM silence s
    WHERE NOT EXISTS (SELECT FROM notifications n WHERE n.project_id = s.project_id AND n.event_key = s.key)
    ORDER BY s.project_id, s.key ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes which integrations have been silent for as long as a rule says. Returns how many silences are new. */
export function notifyOfSilences({ pool }: DatabaseHandle): Promise<number> {
  return writeSilences.execute(pool, null);
}
