import { EVENT_TYPES, listFeedEvents, MAX_FEED_DAYS } from '@slipway/contracts';
import { actorOf, type FeedEvent, feedStart, type Position, planHasFeed, type Redactor } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage, presentWorkspaceEvent } from '@slipway/rest';
import { type ConsoleInput, defineConsoleEndpoint } from '../console-endpoint.js';
import { accountNames, type People } from '../presenters.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listFeedEvents, async (input) => {
  const { account, query, services } = input;
  const page = keysetPage(services.cursors, { list: listFeedEvents, scope: account.id, query });
  const workspace = found(await services.reads.findWorkspace(input.caller.userId, String(account.id)));
  requirePlan(workspace.plan, services);
  const { project_id: requested } = query;
  const projectId =
    requested === undefined ? null : found(await services.reads.findWorkspaceProject(account.id, requested));
  // All pages use the start time of the first one.
  const start = { days_back: MAX_FEED_DAYS, since: undefined };
  const from = page.after?.from ?? feedStart(start, workspace.timeZone, services.clock.now());
  const redactorOf = services.redactors.among(workspace.maskingProjects);
  const [events, nameOf] = await Promise.all([
    readMatching(input, { projectId, from, count: page.count, after: page.after, redactorOf }),
    accountNames(services, account.id),
  ]);
  const shown = events.matching.slice(0, page.limit);
  const hasMore = events.matching.length > page.limit || !events.isComplete;
  const last = events.matching.length > page.limit ? shown.at(-1) : (events.scannedTo ?? shown.at(-1));
  return {
    events: shown.map((event) => {
      const redactor = redactorOf(event.projectId);
      return {
        ...presentWorkspaceEvent(event, redactor),
        actor_name: presentActorName(event, { nameOf, redactor }),
      };
    }),
    pagination: page.paginate(hasMore, last && { at: last.at, kind: last.kind, id: last.id, from }),
  };
});

function requirePlan(plan: Parameters<typeof planHasFeed>[0], { upgradeUrl }: ConsoleServices): void {
  if (!planHasFeed(plan)) throw new ApiError('plan_required', { extra: { upgrade_url: upgradeUrl } });
}

interface Range {
  readonly projectId: number | null;
  readonly from: number;
  readonly count: number;
  readonly after: Position | null;
  redactorOf(projectId: number): Redactor;
}

interface Matches {
  readonly matching: readonly FeedEvent[];
  /** The last event that was examined. */
  readonly scannedTo: FeedEvent | undefined;
  readonly isComplete: boolean;
}

/** How many pages of events one request searches for the events of an actor. */
const MAX_SCANS = 10;

/** An actor is derived from several columns, so their events are found by searching pages of all events. */
async function readMatching(input: ConsoleInput<typeof listFeedEvents>, range: Range): Promise<Matches> {
  const { account, query, services } = input;
  const scope = { accountId: account.id, projectId: range.projectId };
  const eventTypes = query.event_types ?? EVENT_TYPES;
  const matching: FeedEvent[] = [];
  let after = range.after;
  for (let scan = 0; scan < MAX_SCANS; scan += 1) {
    const request = { count: range.count, after, from: range.from, eventTypes };
    const events = await services.reads.listFeed(scope, request);
    matching.push(
      ...events.filter(
        (event) => query.actor === undefined || actorOf(event, range.redactorOf(event.projectId)) === query.actor,
      ),
    );
    const scannedTo = events.at(-1);
    const isComplete = events.length < range.count;
    if (isComplete || matching.length >= range.count || scan === MAX_SCANS - 1 || scannedTo === undefined)
      return { matching, scannedTo, isComplete };
    after = { at: scannedTo.at.getTime(), kind: scannedTo.kind, id: scannedTo.id };
  }
  return { matching, scannedTo: undefined, isComplete: true };
}

function presentActorName(event: FeedEvent, { nameOf, redactor }: People): string {
  if (event.userId !== null) return nameOf(event.userId);
  return event.handle !== null ? `@${event.handle}` : actorOf(event, redactor);
}
