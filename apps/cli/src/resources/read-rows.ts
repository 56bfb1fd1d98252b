import type { Client } from '@slipway/client';
import { type EndpointContract, MAX_PAGE_SIZE } from '@slipway/contracts';

/** How many rows a list shows unless `--limit` says otherwise. */
export const DEFAULT_ROWS = 30;

/** Rows, and whether there are more. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

interface RowRequest {
  readonly contract: EndpointContract;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The field of the response that holds the rows. */
  readonly field: string;
  readonly limit: number;
}

interface Page {
  readonly pagination: { readonly has_more: boolean; readonly next_cursor?: string | null };
}

/** Reads rows from as many pages as are needed; lists without a cursor have one page. */
export async function readRows<Row>(client: Client, request: RowRequest): Promise<Rows<Row>> {
  const { contract, params, field, limit } = request;
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...request.query, limit: Math.min(limit - rows.length, MAX_PAGE_SIZE), cursor };
    const page = (await client.call(contract, { params, query } as object)) as Page & Record<string, Row[]>;
    rows.push(...(page[field] ?? []));
    const { has_more: hasMore, next_cursor: next = null } = page.pagination;
    if (!hasMore || next === null || rows.length >= limit) return { rows: rows.slice(0, limit), hasMore };
    cursor = next;
  }
}
