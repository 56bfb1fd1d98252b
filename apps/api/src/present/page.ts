/** Cuts the row read beyond the page, which only tells whether there is more. */
export function cutPage<Row>(rows: readonly Row[], limit: number): { rows: readonly Row[]; hasMore: boolean } {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
