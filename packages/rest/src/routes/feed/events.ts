import { EVENT_TYPES, listWorkspaceEvents } from '@slipway/contracts';
import type { WorkspaceRecord } from '@slipway/db';
import { feedStart, parseRowId, planHasFeed } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage } from '../../page.js';
import { defineEndpoint, type RestServices } from '../../services.js';
import { presentRollup, presentWorkspaceEvent } from './present-workspace-event.js';

export const endpoint = defineEndpoint(listWorkspaceEvents, async ({ caller, query, services }) => {
  const { reads } = services;
  const { event_type: eventType, event_types: eventTypes = eventType, ...rest } = query;
  const filters = { ...rest, eventTypes };
  const page = keysetPage(services.cursors, { list: listWorkspaceEvents, scope: caller.userId, query: filters });
  const workspace = found(await reads.findWorkspace(caller.userId, query.account_id));
  requirePlan(workspace, services);
  const projectId = await findProject(workspace, query.project_id, services);
  const now = services.clock.now();
  // All pages use the start of the first one. Otherwise rows near the start would drop out between two pages.
  const from = page.after?.from ?? feedStart(query, workspace.timeZone, now);
  const unfiltered = [query.cursor, query.since, eventTypes, query.project_id].every(
    (value) => value === undefined,
  );
  const rows = services.readsOf(workspace);
  const [events, rollup] = await Promise.all([
    rows.listFeed(
      { accountId: workspace.accountId, projectId },
      { count: page.count, after: page.after, from, eventTypes: eventTypes ?? EVENT_TYPES },
    ),
    unfiltered ? rows.countRollup(workspace.accountId, now) : null,
  ]);
  const { rows: shown, pagination } = page.end(events, ({ at, kind, id }) => ({ at, kind, id, from }));
  return {
    events: shown.map(presentWorkspaceEvent),
    rollup: rollup === null ? null : presentRollup(rollup),
    pagination,
  };
});

function requirePlan({ plan }: WorkspaceRecord, { upgradeUrl }: RestServices): void {
  if (planHasFeed(plan)) return;
  const error =
    'The workspace feed needs the Team plan or higher. Upgrade this account, or select another one with account_id.';
  throw new ApiError('plan_required', { extra: { error, upgrade_url: upgradeUrl } });
}

/** The id of the requested project if it belongs to the account; null if no project was requested. */
async function findProject(
  { accountId }: WorkspaceRecord,
  requested: string | undefined,
  { reads }: RestServices,
): Promise<number | null> {
  if (requested === undefined) return null;
  const id = found(parseRowId(requested));
  return found(await reads.findWorkspaceProject(accountId, id));
}
