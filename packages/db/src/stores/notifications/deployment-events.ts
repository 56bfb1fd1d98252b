import type { DeploymentStatus, NotificationEvent } from '@slipway/contracts';
import type { DeploymentState } from '@slipway/domain';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { Merged } from '../apply/engine/merge-rows.js';

/** The statuses that people want to hear of. */
const NEWS: Partial<Record<DeploymentStatus, NotificationEvent>> = {
  live: 'deployment.live',
  rejected: 'deployment.rejected',
  rolled_back: 'deployment.rolled_back',
};

interface DeploymentEvent {
  readonly deploymentId: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly event: NotificationEvent;
  readonly at: string;
}

/** The deployments of a batch that got such a status, in projects where someone wants to know. */
function eventsOf(deployments: readonly Merged<DeploymentState>[]): DeploymentEvent[] {
  return deployments.flatMap(({ id, scope, before, after }) => {
    const { status } = after.fields;
    const event = status && NEWS[status.value];
    const isNews = before?.fields.status?.value !== status?.value || isLater(before, after);
    if (!scope.hasNotificationRules || event === undefined || !isNews) return [];
    const { accountId, projectId } = scope;
    return [{ deploymentId: String(id), accountId, projectId, event, at: iso(status?.weight[0] ?? 0) }];
  });
}

/** A deployment can go live, be rolled back, and go live again. */
function isLater(before: DeploymentState | null, after: DeploymentState): boolean {
  return (before?.fields.status?.weight[0] ?? 0) < (after.fields.status?.weight[0] ?? 0);
}

/** Events of more than a day ago, such as those that a new integration reports, are left out. */
const writeEvents = defineQuery({
  name: 'write events of deployments',
  columns: {},
  examples: [[]],
  build: (events: readonly DeploymentEvent[]) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, detail, release_at)
    SELECT gen_random_uuid(), r.account_id, r.project_id, r.event, r.event || ':' || r.deployment_id || ':' || r.at,
      'deployment:' || r.deployment_id, jsonb_build_object('deploymentId', r.deployment_id), now()
    FROM ${rowsOf(events, { deploymentId: 'text', accountId: 'int', projectId: 'int', event: 'text', at: 'text' })}
    WHERE r.at::timestamptz > now() - interval '1 day'
    ORDER BY r.deployment_id, r.at ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes which deployments of a batch went live, were rejected or rolled back. Costs one statement if any did. */
export async function notifyOfDeployments(
  tx: Queryable,
  deployments: readonly Merged<DeploymentState>[],
): Promise<void> {
  const events = eventsOf(deployments);
  if (events.length > 0) await writeEvents.execute(tx, events);
}
