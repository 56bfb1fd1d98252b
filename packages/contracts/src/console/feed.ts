import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { WorkspaceEvent } from '../endpoints/feed.js';
import { MAX_FEED_EVENTS } from '../feed-parameters.js';
import { CursorPagination } from '../fields.js';
import { FEED_FILTERS } from '../list-filters.js';
import { countParameter, cursorParameter } from '../parameters.js';

/** A feed event that names its actor. */
export const ConsoleEvent = Type.Object({ ...WorkspaceEvent.properties, actor_name: Type.String() });
export type ConsoleEvent = Static<typeof ConsoleEvent>;

export const listFeedEvents = describeConsole({
  name: 'listFeedEvents',
  method: 'GET',
  path: '/accounts/:account_id/feed',
  query: {
    ...FEED_FILTERS,
    limit: countParameter(`Page size; at most ${MAX_FEED_EVENTS}.`, MAX_FEED_EVENTS),
    cursor: cursorParameter(),
  },
  response: Type.Object({ events: Type.Array(ConsoleEvent), pagination: CursorPagination }),
});
