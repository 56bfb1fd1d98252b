import { EVENT_TYPES, type EventType, listWorkspaceEvents, type ParameterValues } from '@slipway/contracts';
import type { WorkspaceRecord } from '@slipway/db';
import { feedStart, parseRowId, planHasFeed } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { type KeysetPage, keysetPage } from '../../page.js';
import { defineEndpoint, type RestServices } from '../../services.js';
import { shareRead } from '../../shared-reads.js';
import { presentRollup, presentWorkspaceEvent } from './present-workspace-event.js';

export const endpoint = defineEndpoint(listWorkspaceEvents, async ({ caller, query, services }) => {
  const { event_type: eventType, event_types: eventTypes = eventType, ...rest } = query;
  const filters = { ...rest, eventTypes };
  const page = keysetPage(services.cursors, { list: listWorkspaceEvents, scope: caller.userId, query: filters });
  const workspace = await findWorkspace(caller.userId, query.account_id, services);
  requirePlan(workspace, services);
  const projectId = await findProject(workspace, query.project_id, services);
  // Everything but the cursor of the next page is the same for all members of the account.
  const { account_id: _, cursor: _cursor, ...selection } = filters;
  const key = JSON.stringify(['events', workspace.accountId, workspace.timeZone, page.after, selection]);
  const reads = services.readsOf(workspace);
  const { last, hasMore, ...shown } = await shareRead(reads, key, () =>
    readEvents({ clock: services.clock, reads }, workspace, { ...filters, projectId, page }),
  );
  return { ...shown, pagination: page.paginate(hasMore, last) };
});

interface EventRequest
  extends Pick<ParameterValues<(typeof listWorkspaceEvents)['query']>, 'cursor' | 'since' | 'days_back'> {
  readonly eventTypes: readonly EventType[] | undefined;
  readonly projectId: number | null;
  readonly page: KeysetPage;
}

async function readEvents(
  { clock, reads }: Pick<RestServices, 'clock' | 'reads'>,
  { accountId, timeZone }: WorkspaceRecord,
  request: EventRequest,
) {
  const { cursor, since, eventTypes, projectId, page } = request;
  const now = clock.now();
  // All pages use the start of the first one. Otherwise rows near the start would drop out between two pages.
  const from = page.after?.from ?? feedStart(request, timeZone, now);
  const isUnfiltered = projectId === null && [cursor, since, eventTypes].every((value) => value === undefined);
  const [events, rollup] = await Promise.all([
    reads.listFeed(
      { accountId, projectId },
      { count: page.count, after: page.after, from, eventTypes: eventTypes ?? EVENT_TYPES },
    ),
    isUnfiltered ? reads.countRollup(accountId, now) : null,
  ]);
  const shown = events.slice(0, page.limit);
  const end = shown.at(-1);
  return {
    events: shown.map(presentWorkspaceEvent),
    rollup: rollup === null ? null : presentRollup(rollup),
    hasMore: events.length > page.limit,
    last: end && { at: end.at, kind: end.kind, id: end.id, from },
  };
}

/** The named account, if the user belongs to it; their default account if none is named. */
async function findWorkspace(
  userId: number,
  named: string | undefined,
  { reads }: RestServices,
): Promise<WorkspaceRecord> {
  const key = JSON.stringify(['workspace', userId, named]);
  return found(await shareRead(reads, key, () => reads.findWorkspace(userId, named)));
}

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
