import { type EndpointContract, pageSize } from '@slipway/contracts';
import type { PageRequest } from '@slipway/db';
import type { CursorBinding, CursorCodec, Position } from '@slipway/domain';
import { ApiError } from '@slipway/http';

/** A page that was asked for, and how to end it. */
export interface Page extends PageRequest {
  readonly limit: number;
  seal(position: Position): string;
}

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reads limit and cursor; a cursor of another list, scope or filter is refused. */
export function openPage(
  cursors: CursorCodec,
  { path }: EndpointContract,
  scope: string,
  { limit, cursor, ...filters }: PageQuery & Readonly<Record<string, unknown>>,
): Page {
  const binding: CursorBinding = { list: path, scope, filters };
  const after = cursor === undefined ? null : cursors.open(binding, cursor);
  if (cursor !== undefined && after === null) throw new ApiError('invalid_cursor');
  const size = pageSize(limit);
  return { limit: size, count: size + 1, after, seal: (position) => cursors.seal(binding, position) };
}

/** Cuts the row read beyond the page, which only tells whether there is more, and writes the pagination. */
export function closePage<Row>(page: Page, rows: readonly Row[], positionOf: (row: Row) => Position) {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit;
  return {
    rows: shown,
    pagination: {
      limit: page.limit,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? page.seal(positionOf(last)) : null,
    },
  };
}
