import { EVENT_TYPES, type EventType } from '@slipway/contracts';
import { type FeedEvent, feedKindOf } from '@slipway/domain';
import { computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, raw, withValues } from '../../sql.js';
import { subjectOf } from './feed-details.js';
import { type FeedOwner, type FeedRequest, feedStatement, feedValues } from './feed-statement.js';

/** The scope of a feed: an account, or one of its projects, or some of them. */
export interface FeedScope {
  readonly accountId: number;
  readonly projectId: number | null;
  /** The only projects that the reader may see; null if they may see the whole account. */
  readonly visibleProjects?: readonly number[] | null;
}

const columns = {
  type: computed('int4', raw('e.type')),
  at: computed('timestamptz', raw('e.at')),
  id: computed('text', raw('COALESCE(e.serial::text, e.uuid::text)')),
  projectId: computed('int4', raw('e."projectId"')),
  projectName: computed('text', raw('p.name')),
  userId: nullable(computed('int4', raw('e."userId"'))),
  handle: nullable(computed('text', raw('e.handle'))),
  label: nullable(computed('text', raw('e.label'))),
  provider: nullable(computed('text', raw('e.provider'))),
  name: nullable(computed('text', raw('e.name'))),
  status: nullable(computed('text', raw('e.status'))),
  place: nullable(computed('text', raw('e.place'))),
  number: nullable(computed('text', raw('e.number'))),
  version: nullable(computed('text', raw('e.version'))),
  assetId: nullable(computed('text', raw('e."assetId"'))),
  changeId: nullable(computed('int8', raw('e."changeId"'))),
};

interface FeedPage extends FeedRequest {
  readonly owner: number | readonly number[];
}

const EXAMPLE: FeedPage = { owner: 1, from: 0, eventTypes: EVENT_TYPES, count: 1, after: null };

/** One statement for the feeds of accounts, one for those of a project, and one for those of several projects. */
function defineFeed(name: string, owner: FeedOwner) {
  let text: string | undefined;
  return defineQuery({
    name,
    columns,
    prepared: true,
    examples: [owner === 'projects' ? { ...EXAMPLE, owner: [1] } : EXAMPLE],
    build(page: FeedPage, select) {
      text ??= feedStatement(owner, select.text);
      return withValues(text, feedValues(page.owner, page));
    },
  });
}

const accountFeed = defineFeed('list account feed', 'account');
const projectFeed = defineFeed('list project feed', 'project');
const projectsFeed = defineFeed('list feed of projects', 'projects');

async function listFeed({ pool }: DatabaseHandle, scope: FeedScope, request: FeedRequest): Promise<FeedEvent[]> {
  return (await readScope(pool, scope, request)).map(toEvent);
}

function readScope(pool: Queryable, scope: FeedScope, request: FeedRequest) {
  const { accountId, projectId, visibleProjects = null } = scope;
  if (projectId !== null) return projectFeed.all(pool, { ...request, owner: projectId });
  if (visibleProjects !== null) return projectsFeed.all(pool, { ...request, owner: visibleProjects });
  return accountFeed.all(pool, { ...request, owner: accountId });
}

function toEvent(row: RowOf<typeof columns>): FeedEvent {
  const { at, id, projectId, projectName, userId, handle, label, provider } = row;
  const eventType = EVENT_TYPES[row.type] as EventType;
  const subject = subjectOf(feedKindOf(eventType), row);
  return { eventType, at, id, projectId, projectName, userId, handle, label, provider, ...subject };
}

export const reads = { listFeed };
