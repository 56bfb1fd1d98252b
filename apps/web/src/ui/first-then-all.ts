import { startTransition, useEffect, useState } from 'react';

/**
 * The first items of a list when it appears, as many as a tall screen shows, and all of them right after these are
 * painted. So a page with a long list opens as fast as one with a short list.
 */
export function useFirstThenAll<Item>(items: readonly Item[], firstCount: number): readonly Item[] {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => startTransition(() => setFirst(false)), []);
  return isFirst ? items.slice(0, firstCount) : items;
}
