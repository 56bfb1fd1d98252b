import { DEFAULT_PAGE_SIZE, type EndpointContract } from '@slipway/contracts';
import type { PageRequest } from '@slipway/db';
import type { CursorCodec, Position } from '@slipway/domain';
import { ApiError } from '@slipway/http';

/**
 * A page of a list without cursors. The list reads `count` rows, one more than `limit`, to see whether there are more.
 */
export function limitedPage(limit: number = DEFAULT_PAGE_SIZE) {
  return {
    limit,
    count: limit + 1,
    after: null,
    end<Row>(rows: readonly Row[]) {
      return { rows: rows.slice(0, limit), pagination: { limit, has_more: rows.length > limit } };
    },
  };
}

/** The sort key of a row. `kind` and `from` are the same as in a cursor's Position. */
export interface SortKey {
  readonly at: Date;
  readonly id: number | string;
  readonly kind?: string;
  readonly from?: number;
}

export interface KeysetPage extends PageRequest {
  readonly limit: number;
  /** Cuts off the extra row and writes the pagination; `keyOf` returns the sort key of a row. */
  end<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey): { rows: Row[]; pagination: Pagination };
  /** Writes the pagination of a page whose last row has this sort key. */
  paginate(hasMore: boolean, last: SortKey | undefined): Pagination;
}

export interface Pagination {
  readonly limit: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** A cursor is valid for one list, one scope (a project or user) and one set of filters. */
interface KeysetList {
  readonly list: EndpointContract;
  readonly scope: number;
  readonly query: Readonly<Record<string, unknown>> & {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
}

/** Opens the page selected by `limit` and `cursor`; throws a 400 if the cursor is not valid for the list. */
export function keysetPage(cursors: CursorCodec, { list, scope, query }: KeysetList): KeysetPage {
  const { limit, cursor, ...filters } = query;
  const binding = { list: list.path, scope: String(scope), filters };
  const after = cursor === undefined ? null : cursors.open(binding, cursor);
  if (cursor !== undefined && after === null) throw new ApiError('invalid_cursor');
  const page = limitedPage(limit);
  const paginate = (hasMore: boolean, last: SortKey | undefined) => ({
    limit: page.limit,
    has_more: hasMore,
    next_cursor: hasMore && last !== undefined ? cursors.seal(binding, positionOf(last)) : null,
  });
  return {
    limit: page.limit,
    count: page.count,
    after,
    paginate,
    end(rows, keyOf) {
      const shown = page.end(rows).rows;
      const last = shown.at(-1);
      return { rows: shown, pagination: paginate(rows.length > page.limit, last && keyOf(last)) };
    },
  };
}

export function positionOf({ at, id, ...rest }: SortKey): Position {
  return { at: at.getTime(), id: String(id), ...rest };
}

/** The pagination of a list whose page has it beside the rows. */
export function withoutLimit({ next_cursor, has_more }: Pagination): Omit<Pagination, 'limit'> {
  return { next_cursor, has_more };
}
