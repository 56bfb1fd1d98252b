import { useLocation, useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useRememberedPage } from '../data/recents.js';
import { useNamedRecord } from './record-name.js';

interface PageProps {
  /** Replaces the title that the page declares. */
  readonly title?: ReactNode;
  /** The name of the record that the page shows, for the breadcrumb and the browser tab. */
  readonly record?: string;
  /** Small text under the title that describes the page. */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  /** The saved views of a list, above its filters. */
  readonly views?: ReactNode;
  /** A row of filters below the header. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

/** A page: header, filters, content. The content scrolls with the window, so that Back returns to the same position. */
export function Page({ title, record, meta, actions, views, filters, children }: PageProps) {
  useNamedRecord(record);
  const declared = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  useRememberedPage(record ?? declared?.label);
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 md:px-6">
        <div className="min-w-0">
          <h1 className="text-lg font-semibold">{title ?? declared?.title ?? declared?.label}</h1>
          {meta && <div className="text-sm text-ink-soft">{meta}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {filters && (
        <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
          {views}
          {filters}
        </div>
      )}
      <div className="min-w-0 flex-1 px-0 pb-20 md:px-6 md:pb-10">{children}</div>
    </div>
  );
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  /** For links to this section. */
  readonly id?: string;
  readonly children: ReactNode;
}

/**
 * A bordered section of a page. On phones it extends from edge to edge. It clips its corners without becoming a scroll
 * container, in which the headings of a list would not stick to the top bar.
 */
export function Panel({ title, aside, id, children }: PanelProps) {
  return (
    <section
      id={id}
      className="scroll-mt-16 overflow-clip border-y border-line bg-surface md:rounded-md md:border-x"
    >
      {id && <LinkTarget id={id} />}
      {(title || aside) && (
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          <h2 className="min-w-32 flex-1 text-sm font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
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

/** A label and its value in a list of details. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="min-w-0 text-sm">{children}</dd>
    </div>
  );
}
