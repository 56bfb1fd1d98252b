import {
  EVENT_TYPES,
  type EventType,
  listWorkspaceEvents,
  type ParameterValues,
  type Rollup,
  type WorkspaceEvent,
} from '@slipway/contracts';
import type { RollupRecord, WorkspaceRecord } from '@slipway/db';
import {
  actorOf,
  type FeedEvent,
  feedCursorKey,
  feedPathOf,
  feedStart,
  messageOf,
  parseRowId,
  pillOf,
  planHasFeed,
  type Redactor,
  redactName,
  targetRefOf,
} from '@slipway/domain';
import { ApiError, type Caller, found } from '@slipway/http';
import { type KeysetPage, keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { shareRead } from '../respond-if-changed.js';
import { defineEarlyRead, type RestServices } from '../services.js';

export const events = defineEarlyRead(listWorkspaceEvents, async ({ caller, query, services }) => {
  const { event_type: eventType, event_types: eventTypes = eventType, ...rest } = query;
  const filters = { ...rest, eventTypes };
  const page = keysetPage(services.cursors, { list: listWorkspaceEvents, scope: caller.userId, query: filters });
  const workspace = await findWorkspace(caller, query.account_id, services);
  requirePlan(workspace, services);
  const visibleProjects = await findVisibleProjects(workspace, caller, services);
  const projectId = await findProject({ ...workspace, visibleProjects }, query.project_id, services);
  // Everything but the cursor of the next page is the same for all members of the account who see the same projects.
  const { account_id: _, cursor: _cursor, ...selection } = filters;
  const key = JSON.stringify([
    'events',
    workspace.accountId,
    workspace.timeZone,
    visibleProjects,
    page.after,
    selection,
  ]);
  const reads = services.readsOf(workspace);
  const { last, hasMore, ...shown } = await shareRead(reads, key, () =>
    readEvents({ ...services, reads }, workspace, { ...filters, projectId, visibleProjects, page }),
  );
  return { ...shown, pagination: page.paginate(hasMore, last) };
});

interface EventRequest
  extends Pick<ParameterValues<(typeof listWorkspaceEvents)['query']>, 'cursor' | 'since' | 'days_back'> {
  readonly eventTypes: readonly EventType[] | undefined;
  readonly projectId: number | null;
  readonly visibleProjects: readonly number[] | null;
  readonly page: KeysetPage;
}

async function readEvents(
  { clock, reads, redactors }: Pick<RestServices, 'clock' | 'reads' | 'redactors'>,
  { accountId, timeZone, maskingProjects }: WorkspaceRecord,
  request: EventRequest,
) {
  const { cursor, since, eventTypes, projectId, visibleProjects, page } = request;
  const now = clock.now();
  // All pages use the start of the first one. Otherwise rows near the start would drop out between two pages.
  const from = page.after?.from ?? feedStart(request, timeZone, now);
  const isWhole = projectId === null && visibleProjects === null;
  const isUnfiltered = isWhole && [cursor, since, eventTypes].every((value) => value === undefined);
  const [events, rollup] = await Promise.all([
    reads.listFeed(
      { accountId, projectId, visibleProjects },
      { count: page.count, after: page.after, from, eventTypes: eventTypes ?? EVENT_TYPES },
    ),
    isUnfiltered ? reads.countRollup(accountId, now) : null,
  ]);
  const redactorOf = redactors.among(maskingProjects);
  const shown = events.slice(0, page.limit);
  const end = shown.at(-1);
  return {
    events: shown.map((event) => presentWorkspaceEvent(event, redactorOf(event.projectId))),
    rollup: rollup === null ? null : presentRollup(rollup),
    hasMore: events.length > page.limit,
    last: end && { at: end.at, kind: end.kind, id: end.id, from },
  };
}

/** The named account, if the caller may see any of it; their default account if none is named. */
async function findWorkspace(
  { userId, projectIds }: Caller,
  named: string | undefined,
  { reads }: RestServices,
): Promise<WorkspaceRecord> {
  const key = JSON.stringify(['workspace', userId, projectIds, named]);
  return found(await shareRead(reads, key, () => reads.findWorkspace(userId, named, projectIds)));
}

/** The projects of the account that the caller's token is restricted to; null if it is not restricted. */
async function findVisibleProjects(
  { accountId }: WorkspaceRecord,
  { projectIds }: Caller,
  { reads }: RestServices,
): Promise<readonly number[] | null> {
  if (projectIds === null) return null;
  const key = JSON.stringify(['visible projects', accountId, projectIds]);
  return shareRead(reads, key, () => reads.listWorkspaceProjects(accountId, projectIds));
}

function requirePlan({ plan }: WorkspaceRecord, { upgradeUrl }: RestServices): void {
  if (planHasFeed(plan)) return;
  const error =
    'The workspace feed needs the Team plan or higher. Upgrade this account, or select another one with account_id.';
  throw new ApiError('plan_required', { extra: { error, upgrade_url: upgradeUrl } });
}

interface VisibleWorkspace extends WorkspaceRecord {
  readonly visibleProjects: readonly number[] | null;
}

/** The id of the requested project if the caller may see it in the account; null if no project was requested. */
async function findProject(
  { accountId, visibleProjects }: VisibleWorkspace,
  requested: string | undefined,
  { reads }: RestServices,
): Promise<number | null> {
  if (requested === undefined) return null;
  const id = found(parseRowId(requested));
  if (visibleProjects !== null) return found(visibleProjects.find((visible) => visible === id) ?? null);
  return found(await reads.findWorkspaceProject(accountId, id));
}

export function presentWorkspaceEvent(event: FeedEvent, redactor: Redactor): WorkspaceEvent {
  return {
    event_type: event.eventType,
    project_id: event.projectId,
    project_name: event.projectName,
    actor: actorOf(event, redactor),
    timestamp: presentTime(event.at),
    target_ref: redactName(targetRefOf(event), redactor),
    status: pillOf(event),
    message: redactName(messageOf(event), redactor),
    url: feedPathOf(event),
    cursor_key: feedCursorKey(event),
  };
}

function presentRollup(rollup: RollupRecord): Rollup {
  return {
    changes_24h: rollup.changes24h,
    builds_passed_24h: rollup.buildsPassed24h,
    builds_failed_24h: rollup.buildsFailed24h,
    open_tasks: rollup.openTasks,
    total_projects: rollup.totalProjects,
    active_projects: rollup.activeProjects,
  };
}
