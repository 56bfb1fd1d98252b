import type { Client } from '@slipway/client';
import { AuditEntry, listAuditEntries, MAX_PAGE_SIZE } from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { column, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { readLimit, readRows } from '../resources/define-list.js';
import { filtersOf, readFilters } from '../resources/filters.js';
import { scopeNote } from '../resources/scope-note.js';

const columns = [
  timeColumn<AuditEntry>('TIME', ({ created_at }) => created_at),
  column<AuditEntry>('USER', ({ user_id }) => user_id),
  column<AuditEntry>('ACTION', ({ action }) => action),
  textColumn<AuditEntry>('TARGET', ({ target }) => target),
  column<AuditEntry>('PROJECT', ({ project_id }) => project_id),
  column<AuditEntry>('IP', ({ ip_address }) => ip_address),
];

type Query = ReturnType<typeof readFilters<typeof listAuditEntries>>;

/** Writes entries page by page, one JSON document per line, up to the limit if there is one. */
async function writeLines(client: Client, { output }: CommandContext, query: Query, limit: number): Promise<void> {
  let left = limit;
  for (let cursor: string | undefined; left > 0; ) {
    const page = { ...query, limit: Math.min(left, MAX_PAGE_SIZE), ...(cursor !== undefined && { cursor }) };
    const { entries, pagination } = await client.call(listAuditEntries, { query: page });
    for (const entry of entries) output.line(JSON.stringify(entry));
    if (pagination.next_cursor === null) return;
    cursor = pagination.next_cursor;
    left -= entries.length;
  }
}

export const command = defineCommand({
  summary: "Show an account's audit log, newest first",
  description:
    `For owners of the account; without --account, that of your default account. ${scopeNote(listAuditEntries).description ?? ''} ` +
    '--ndjson writes all entries that match, one JSON document per line, for archives and log collectors.',
  examples: [
    'slipway audit --action token --since 7d',
    'slipway audit --account 1 --user-id 2 --limit 100',
    'slipway audit --ndjson --since 2026-11-01 > audit.ndjson',
  ],
  json: fieldsOf(AuditEntry),
  options: {
    ...filtersOf(listAuditEntries),
    limit: { kind: 'number', short: 'L', description: 'the maximum number of entries to show (default: 30)' },
    ndjson: {
      kind: 'flag',
      description: 'write one JSON document per line, without a limit unless --limit is given',
    },
  },
  async run(context, { limit, ndjson, ...written }) {
    const client = await context.client();
    const query = readFilters(listAuditEntries, written);
    if (ndjson)
      return writeLines(
        client,
        context,
        query,
        limit === undefined ? Number.POSITIVE_INFINITY : readLimit(limit, true),
      );
    const request = { contract: listAuditEntries, params: {}, query, limit: readLimit(limit, true) };
    const { rows, hasMore } = await readRows<AuditEntry>(client, request);
    await context.output.list(rows, { columns, empty: 'No entries match.' });
    if (hasMore && context.output.json === null)
      context.output.note(`\nThere are more entries than the ${rows.length} shown.`);
  },
});
