import type { Client } from '@slipway/client';
import {
  listReferences,
  listWorkspaceEvents,
  MAX_PAGE_SIZE,
  type Reference,
  type WorkspaceEvent,
} from '@slipway/contracts';
import { type Ledger, shownName } from './ledger.js';

export interface FeedScope {
  readonly client: Client;
  /** The account whose feed is read; undefined means the default account of the token. */
  readonly accountId: string | undefined;
  /** The projects whose tracker items are read. */
  readonly projectIds: readonly string[];
  /** Epoch milliseconds; no row of the run is older than this. */
  readonly since: number;
}

/** What a simulation adds to the feed. Approvals follow from changes and would only add pages. */
const EVENT_TYPES = ['build_run.completed', 'build_run.failed', 'change.submitted', 'deployment.created'] as const;

/** Rows may appear slightly out of order, so a read continues until this many consecutive rows are known. */
const OVERLAP = 20;

/** The ids of the rows that show a subject, by its name. */
type Rows = Map<string, Set<string>>;

/** Reads the feed and the tracker items into the ledger. */
export function watchFeed(scope: FeedScope, ledger: Ledger) {
  const known: Rows = new Map();

  /** Reads pages until enough rows are known, and at least down to the time `downTo`. */
  async function readNew(pages: AsyncGenerator<Row[]>, downTo: number): Promise<void> {
    for await (const rows of pages) {
      const news = rows.map((row) => add(known, row));
      const now = Date.now();
      for (const { name } of rows) ledger.see(name, known.get(name) ?? new Set(), now);
      if (!news.slice(-OVERLAP).includes(true) && (rows.at(-1)?.at ?? 0) <= downTo) return;
    }
  }

  return {
    /** Reads what is new in the feed, from the newest event down; `downTo` covers rows that became visible late. */
    readNewEvents: (downTo = Number.POSITIVE_INFINITY) => readNew(feedPages(scope), downTo),
    readNewReferences: () => readNew(referencePages(scope), Number.POSITIVE_INFINITY),

    /** Reads all rows of the run again, so that the result does not depend on earlier reads. */
    async readAll(): Promise<void> {
      const all: Rows = new Map();
      for await (const rows of feedPages(scope)) for (const row of rows) add(all, row);
      for await (const rows of referencePages(scope)) for (const row of rows) add(all, row);
      ledger.replaceRows(all);
    },
  };
}

async function* feedPages({ client, accountId: account_id, since }: FeedScope): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const query = {
      since: new Date(since).toISOString(),
      event_types: EVENT_TYPES,
      limit: MAX_PAGE_SIZE,
      account_id,
      cursor,
    };
    const { events, pagination } = await client.call(listWorkspaceEvents, { query });
    yield events.map(toRow);
    if (pagination.next_cursor === null) return;
    cursor = pagination.next_cursor;
  }
}

function toRow({ target_ref, cursor_key, timestamp }: WorkspaceEvent): Row {
  return { name: target_ref, id: rowOf(cursor_key), at: Date.parse(timestamp) };
}

/** Tracker items are not part of the feed. */
async function* referencePages({ client, projectIds, since }: FeedScope): AsyncGenerator<Row[]> {
  for (const project_id of projectIds) {
    const options = { params: { project_id }, query: { updated_since: new Date(since), limit: MAX_PAGE_SIZE } };
    yield* client.paginate(listReferences, options, ({ references }) => [references.map(toReferenceRow)]);
  }
}

function toReferenceRow({ provider, key, id, updated_at }: Reference): Row {
  return { name: shownName('references', provider, key), id: String(id), at: Date.parse(updated_at) };
}

interface Row {
  readonly name: string;
  readonly id: string;
  /** Epoch milliseconds: the position in the list. */
  readonly at: number;
}

function add(rows: Rows, { name, id }: Row): boolean {
  const ids = rows.get(name) ?? new Set();
  const isNew = !ids.has(id);
  rows.set(name, ids.add(id));
  return isNew;
}

export type FeedWatch = ReturnType<typeof watchFeed>;

/** A row keeps its id when its time changes: a deployment that a later event updates is still one row. */
function rowOf(cursorKey: string): string {
  return cursorKey.slice(cursorKey.indexOf('|') + 1);
}
