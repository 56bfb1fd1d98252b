import type { Client } from '@slipway/client';
import { listReferences, listWorkspaceEvents, type ReferencePage } from '@slipway/contracts';
import { type Ledger, shownName } from './ledger.js';

export interface FeedScope {
  readonly client: Client;
  /** The account whose feed is read; undefined means the default account of the token. */
  readonly accountId: string | undefined;
  /** The projects whose tracker items are read. */
  readonly projectIds: readonly string[];
  /** Epoch milliseconds: nothing of the run is older. */
  readonly since: number;
}

const PAGE = 50;
/** What a simulation adds to the feed. Approvals follow from changes and would only add pages. */
const EVENT_TYPES = ['build_run.completed', 'build_run.failed', 'change.submitted', 'deployment.created'] as const;

/** Rows may become visible slightly out of order, so a read goes on until this many rows in a row are known. */
const OVERLAP = 20;

/** The ids of the rows that show a subject, by its name. */
type Rows = Map<string, Set<string>>;

/** Reads the feed and the tracker items into the ledger. */
export function watchFeed(scope: FeedScope, ledger: Ledger) {
  const { client, accountId: account_id, projectIds } = scope;
  const since = new Date(scope.since).toISOString();
  const known: Rows = new Map();

  async function* feedPages() {
    for (let cursor: string | undefined; ; ) {
      const query = { since, event_types: EVENT_TYPES, limit: PAGE, account_id, cursor };
      const { events, pagination } = await client.call(listWorkspaceEvents, { query });
      yield events.map(({ target_ref, cursor_key }): Row => ({ name: target_ref, id: rowOf(cursor_key) }));
      if (pagination.next_cursor === null) return;
      cursor = pagination.next_cursor;
    }
  }

  /** Tracker items are not part of the feed. */
  async function* referencePages() {
    for (const project_id of projectIds) {
      const query = { updated_since: since, limit: PAGE };
      const options = { params: { project_id }, query };
      const page = (each: ReferencePage) =>
        each.references.map(
          ({ provider, key, id }): Row => ({
            name: shownName('references', provider, key),
            id: String(id),
          }),
        );
      yield* client.paginate(listReferences, options, (each) => [page(each)]);
    }
  }

  async function readNew(pages: AsyncGenerator<Row[]>): Promise<void> {
    for await (const rows of pages) {
      const news = rows.map((row) => add(known, row));
      const now = Date.now();
      for (const { name } of rows) ledger.see(name, known.get(name) ?? new Set(), now);
      if (!news.slice(-OVERLAP).includes(true)) return;
    }
  }

  return {
    /** Reads what is new in the feed, from the newest event down. */
    readNewEvents: () => readNew(feedPages()),
    readNewReferences: () => readNew(referencePages()),

    /** Reads everything of the run again, so that the result does not depend on what earlier reads saw. */
    async readAll(): Promise<void> {
      const all: Rows = new Map();
      for await (const rows of feedPages()) for (const row of rows) add(all, row);
      for await (const rows of referencePages()) for (const row of rows) add(all, row);
      ledger.replaceRows(all);
    },
  };
}

interface Row {
  readonly name: string;
  readonly id: string;
}

/** True if the row is new. */
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
