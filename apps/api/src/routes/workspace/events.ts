import { EVENT_TYPES, listWorkspaceEvents } from '@slipway/contracts';
import type { WorkspaceRecord } from '@slipway/db';
import { type FeedEvent, feedStart, parseRowId, planHasFeed } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { closePage, openPage } from '../../paging.js';
import { presentRollup, presentWorkspaceEvent } from '../../present/workspace-event.js';
import { type ApiServices, defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listWorkspaceEvents, async ({ caller, query, services }) => {
  const { reads } = services;
  const { event_type, event_types, ...rest } = query;
  const named = event_type ?? event_types;
  const page = openPage(services.cursors, listWorkspaceEvents, String(caller.userId), { ...rest, named });
  const workspace = found(await reads.findWorkspace(caller.userId, query.account_id));
  requirePlan(workspace, services);
  const projectId = await findProject(workspace, query.project_id, services);
  const now = services.clock.now();
  // A walk keeps the start its first page had, or rows at the edge would drop out between two pages.
  const from = page.after?.from ?? feedStart(query, workspace.timeZone, now);
  const unfiltered = [query.cursor, query.since, named, query.project_id].every((value) => value === undefined);
  const [events, rollup] = await Promise.all([
    reads.listFeed(
      { accountId: workspace.accountId, projectId },
      { count: page.count, after: page.after, from, eventTypes: named ?? EVENT_TYPES },
    ),
    unfiltered ? reads.countRollup(workspace.accountId, now) : null,
  ]);
  const { rows, pagination } = closePage(page, events, ({ at, kind, id }: FeedEvent) => {
    return { at: at.getTime(), kind, id, from };
  });
  return {
    events: rows.map(presentWorkspaceEvent),
    rollup: rollup === null ? null : presentRollup(rollup),
    pagination,
  };
});

function requirePlan({ plan }: WorkspaceRecord, { upgradeUrl }: ApiServices): void {
  if (planHasFeed(plan)) return;
  const error =
    'The workspace feed needs the Team plan or higher. Upgrade this account, or name another one with account_id.';
  throw new ApiError('plan_required', { extra: { error, upgrade_url: upgradeUrl } });
}

/** The project that was asked for, if it is one of the account's; null when none was. */
async function findProject(
  { accountId }: WorkspaceRecord,
  named: string | undefined,
  { reads }: ApiServices,
): Promise<number | null> {
  if (named === undefined) return null;
  const id = parseRowId(named);
  return found(id === null ? null : await reads.findWorkspaceProject(accountId, id));
}
