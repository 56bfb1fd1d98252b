import { SlipwayError } from '@slipway/client';
import { useMatches } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useRememberedPage } from '../data/recents.js';
import { usePagesAbove } from '../shell/navigation.js';
import { NotFound } from '../ui/not-found.js';
import { Loaded } from '../ui/panel.js';
import { useNamedRecord } from '../ui/record-name.js';

export function RecordLoading({ query }: { readonly query: ComponentProps<typeof Loaded>['query'] }) {
  const what = useMatches({ select: (matches) => matches.at(-1)?.staticData.label }) ?? 'Page';
  const list = usePagesAbove().at(-1);
  if (!(query.error instanceof SlipwayError && query.error.status === 404)) return <Loaded query={query} isBare />;
  return <NotFound what={what} {...(list && { instead: list })} />;
}

interface PageProps {
  readonly title?: ReactNode;
  readonly record?: string;
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  readonly views?: ReactNode;
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
