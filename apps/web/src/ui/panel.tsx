import { useLocation } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { Children, type ReactNode, useEffect } from 'react';
import { describeError } from '../words/errors.js';
import { Button } from './button.js';
import { Time } from './time.js';

interface PanelProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly note?: ReactNode;
  readonly id?: string;
  readonly children: ReactNode;
}

/**
 * A bordered section of a page. On phones it extends from edge to edge. It clips its corners without becoming a scroll
 * container, in which the headings of a list would not stick to the top bar.
 */
export function Panel({ title, aside, note, id, children }: PanelProps) {
  return (
    <section
      id={id}
      className="scroll-mt-16 overflow-clip border-y border-line bg-surface md:rounded-md md:border-x"
    >
      {id && <LinkTarget id={id} />}
      {(title || aside || note) && (
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          <h2 className="min-w-32 flex-1 text-sm font-semibold">{title}</h2>
          {note && <span className="tnum text-xs text-ink-faint">{note}</span>}
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

interface ListPanelProps extends PanelProps {
  readonly label?: string;
  readonly isOrdered?: boolean;
  /** What a list without rows says. Without it, there is no panel then. */
  readonly empty?: string;
}

export function ListPanel({ label, isOrdered = false, empty, children, ...panel }: ListPanelProps) {
  const List = isOrdered ? 'ol' : 'ul';
  const isEmpty = Children.toArray(children).length === 0;
  if (isEmpty && empty === undefined) return null;
  return (
    <Panel {...panel}>
      {isEmpty ? (
        <p className="px-4 py-3 text-sm text-ink-soft">{empty}</p>
      ) : (
        <List aria-label={label} className="divide-y divide-line">
          {children}
        </List>
      )}
    </Panel>
  );
}

/** Scrolls to a section once it is there: the router looks for it when the page opens, before its data has arrived. */
function LinkTarget({ id }: { readonly id: string }) {
  const isNamed = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (isNamed) document.getElementById(id)?.scrollIntoView();
  }, [isNamed, id]);
  return null;
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="min-w-0 text-sm">{children}</dd>
    </div>
  );
}

export const TimeFact = ({ label, at }: { readonly label: string; readonly at: string | null }) => (
  <Fact label={label}>
    <Time at={at} />
  </Fact>
);

export function SkeletonRows({ count = 8 }: { readonly count?: number | undefined }) {
  return (
    <div aria-busy="true" role="status" className="divide-y divide-line">
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={index} className="flex h-11 items-center gap-4 px-4">
          <span className="h-3 w-4 rounded-sm bg-idle-soft" />
          <span className="h-3 rounded-sm bg-idle-soft" style={{ width: `${24 + ((index * 37) % 40)}%` }} />
          <span className="ml-auto h-3 w-16 rounded-sm bg-idle-soft" />
        </div>
      ))}
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly isPage?: boolean;
}

interface EmptyListProps extends EmptyStateProps {
  readonly isFiltered: boolean;
  readonly unmatched: readonly [title: string, text: string];
}

/** A list without rows: nothing matches its filters, or there is nothing yet. */
export function EmptyList({ isFiltered, unmatched: [title, text], ...empty }: EmptyListProps) {
  if (!isFiltered) return <EmptyState {...empty} />;
  return (
    <EmptyState title={title}>
      <p>{text}</p>
    </EmptyState>
  );
}

export function EmptyState({ title, children, action, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col items-start gap-3 px-4 py-10">
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <div className="flex w-full flex-col gap-3 text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}

export function EmptyPanel(props: EmptyStateProps) {
  return (
    <Panel>
      <EmptyState {...props} />
    </Panel>
  );
}

export function ErrorState({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { title, detail, requestId } = describeError(error);
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-col items-start gap-3 px-4 py-10">
      <h2 className="flex items-center gap-2 text-base font-semibold">
        <CircleAlert aria-hidden className="size-4 text-bad" />
        {title}
      </h2>
      <p className="text-ink-soft">{detail}</p>
      {requestId && <p className="font-mono text-xs text-ink-faint">Request {requestId}</p>}
      {retry && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

interface LoadedProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; refetch(): unknown };
  readonly rows?: number;
  readonly title?: string;
  /** There is a panel around it already, or none. */
  readonly isBare?: boolean;
  children?(data: Data): ReactNode;
}

/** What a page shows of a read: gray bars, then the data. Data on screen stays if it cannot be loaded again. */
export function Loaded<Data>({ query, rows, title, isBare = false, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children?.(data);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isBare) return <SkeletonRows count={rows} />;
  return (
    <Panel title={title}>
      <SkeletonRows count={rows} />
    </Panel>
  );
}

interface TableHeadProps {
  readonly columns: readonly (readonly [label: string, className: string])[];
}

export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr className="border-b border-line text-left text-xs text-ink-faint">
        {columns.map(([label, className]) => (
          <th key={label} scope="col" className={`py-1.5 font-medium ${className}`}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
