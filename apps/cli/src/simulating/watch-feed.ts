import type { Client } from '@slipway/client';
import { listReferences, listWorkspaceEvents, type WorkspaceEvent } from '@slipway/contracts';
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

/** Reads the feed and the tracker items into the ledger. */
export function watchFeed(scope: FeedScope, ledger: Ledger) {
  const { client, accountId: account_id, projectIds } = scope;
  const since = new Date(scope.since).toISOString();
  const known = new Map<string, Set<string>>();

  function note(name: string, row: string): boolean {
    const rows = known.get(name) ?? new Set();
    const isNew = !rows.has(row);
    known.set(name, rows.add(row));
    ledger.see(name, rows, Date.now());
    return isNew;
  }

  function page(cursor: string | undefined) {
    const query = { since, event_types: EVENT_TYPES, limit: PAGE, account_id, cursor };
    return client.call(listWorkspaceEvents, { query });
  }

  const noteEvent = ({ target_ref, cursor_key }: WorkspaceEvent) => note(target_ref, rowOf(cursor_key));

  return {
    /** Reads what is new: pages from the newest event down to one that holds nothing new. */
    async readNew(): Promise<void> {
      for (let cursor: string | undefined; ; ) {
        const { events, pagination } = await page(cursor);
        const isNew = events.map(noteEvent).includes(true);
        if (!isNew || pagination.next_cursor === null) return;
        cursor = pagination.next_cursor;
      }
    },

    /** Reads all events of the run again, so that nothing depends on what earlier reads saw. */
    async readAll(): Promise<void> {
      known.clear();
      ledger.forgetRows();
      for (let cursor: string | undefined; ; ) {
        const { events, pagination } = await page(cursor);
        for (const event of events) noteEvent(event);
        if (pagination.next_cursor === null) break;
        cursor = pagination.next_cursor;
      }
      await this.readReferences();
    },

    /** Tracker items are not part of the feed. */
    async readReferences(): Promise<void> {
      for (const project_id of projectIds) {
        const query = { updated_since: since, limit: PAGE };
        const rows = client.paginate(listReferences, { params: { project_id }, query }, (each) => each.references);
        for await (const { provider, key, id } of rows) note(shownName('references', provider, key), String(id));
      }
    },
  };
}

export type FeedWatch = ReturnType<typeof watchFeed>;

/** A row keeps its id when its time changes: a deployment that a later event updates is still one row. */
function rowOf(cursorKey: string): string {
  return cursorKey.slice(cursorKey.indexOf('|') + 1);
}
