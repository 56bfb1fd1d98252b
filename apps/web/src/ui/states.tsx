import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError } from '../words/errors.js';
import { Button } from './button.js';

/** Gray bars in place of rows that are still loading, so that the page keeps its shape. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
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

/** Shown on a page that has no rows yet: what will appear here, and how to create it. */
export function EmptyState({
  title,
  children,
  action,
  isPage = false,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** There is nothing else on the page. */
  readonly isPage?: boolean;
}) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col items-start gap-3 px-4 py-10">
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <div className="flex w-full flex-col gap-3 text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}

/** A failed read: what happened, what it means, what to do. Content that is already on screen stays if possible. */
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
