import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.js';
import { List, type ListProps, type Row } from './list.js';
import { ErrorState, Panel, SkeletonRows } from './panel.js';

export interface PagedList<Item> {
  readonly rows: readonly Item[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

interface PagedListViewProps<Item extends Row> extends Omit<ListProps<Item>, 'items'> {
  readonly list: PagedList<Item>;
  readonly empty: ReactNode;
}

/** A keyset list with its loading, empty and error states. More rows are loaded when its end comes into view. */
export function PagedListView<Item extends Row>({ list, empty, ...rest }: PagedListViewProps<Item>) {
  if (list.error !== null && list.error !== undefined)
    return <ErrorState error={list.error} retry={list.reload} />;
  if (list.isLoading)
    return (
      <Panel>
        <SkeletonRows />
      </Panel>
    );
  if (list.rows.length === 0 && !list.hasMore) return <Panel>{empty}</Panel>;
  return (
    <Panel>
      <List items={list.rows} {...rest} />
      <LoadMore list={list} />
    </Panel>
  );
}

/** Loads more rows when the end of a list comes into view; the button is for keyboard users. */
export function LoadMore({ list }: { readonly list: Omit<PagedList<unknown>, 'rows'> }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasMore, isLoadingMore, loadMore } = list;
  useEffect(() => {
    if (end.current === null || !hasMore || isLoadingMore) return;
    // A busy browser reports several changes at once; the last one counts.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && loadMore(), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, isLoadingMore, loadMore]);
  if (!hasMore) return null;
  return (
    <div ref={end} className="border-t border-line p-2 text-center">
      <Button look="quiet" onClick={loadMore} disabled={isLoadingMore}>
        {isLoadingMore ? 'Loading' : 'Show more'}
      </Button>
    </div>
  );
}
