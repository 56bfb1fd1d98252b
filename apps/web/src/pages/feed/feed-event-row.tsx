import type { ConsoleEvent } from '@slipway/contracts';
import { Box, CheckCheck, Hammer, type LucideIcon, Rocket, SquareCheck } from 'lucide-react';
import { memo } from 'react';
import { classNames } from '../../ui/class-names.js';
import { providerLabel } from '../../ui/labels.js';
import { Time } from '../../ui/time.js';

const KINDS: Readonly<Record<string, readonly [label: string, icon: LucideIcon]>> = {
  build_run: ['Build', Hammer],
  change: ['Asset', Box],
  task: ['Task', SquareCheck],
  approval: ['Approval', CheckCheck],
  deployment: ['Deployment', Rocket],
};

const TONES = {
  ok: 'text-ok',
  err: 'text-bad',
  warn: 'text-warn',
  info: 'text-accent-text',
  neutral: 'text-ink-faint',
} as const;

interface FeedEventRowProps {
  readonly event: ConsoleEvent;
  readonly index: number;
  readonly isCurrent: boolean;
  onFocus(index: number): void;
  onOpen(event: ConsoleEvent): void;
}

/** One event: what happened, in which project, who did it, and when. */
export const FeedEventRow = memo(
  function FeedEventRow({ event, index, isCurrent, onFocus, onOpen }: FeedEventRowProps) {
    const [kind, Icon] = KINDS[event.event_type.split('.')[0] ?? ''] ?? ['Event', Box];
    return (
      <article
        data-index={index}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={event.message}
        onFocus={() => onFocus(index)}
        onClick={(click) => {
          // The browser opens links in new tabs and windows; the page handles other clicks.
          if (click.metaKey || click.ctrlKey || click.shiftKey) return;
          click.preventDefault();
          onOpen(event);
        }}
        onKeyDown={(key) => key.key === 'Enter' && key.target === key.currentTarget && onOpen(event)}
        className="grid h-[61px] cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 border-b border-line px-4 text-sm -outline-offset-2 hover:bg-hover md:h-[41px] md:grid-cols-[auto_minmax(0,1fr)_140px_150px_72px]"
      >
        <Icon
          role="img"
          aria-label={kind}
          className={classNames('size-4 max-md:row-span-2', TONES[event.status])}
        />
        {/* A plain link: with thousands of rows, the router's links would take most of the rendering time. */}
        <a href={event.url} tabIndex={-1} className="truncate hover:underline">
          {event.message}
        </a>
        <span className="truncate text-xs text-ink-faint max-md:col-start-2 max-md:row-start-2">
          {event.project_name}
        </span>
        <span className="truncate text-xs text-ink-soft max-md:col-start-3 max-md:row-start-2 max-md:max-w-32 max-md:text-right">
          {providerLabel(event.actor_name)}
        </span>
        <Time
          at={event.timestamp}
          className="text-right text-xs text-ink-faint max-md:col-start-3 max-md:row-start-1"
        />
      </article>
    );
  },
  (before, after) =>
    before.event === after.event && before.index === after.index && before.isCurrent === after.isCurrent,
);
