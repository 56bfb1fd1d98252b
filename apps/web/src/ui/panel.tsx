import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';

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
