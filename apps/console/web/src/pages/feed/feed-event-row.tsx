import type { ConsoleEvent } from '@slipway/contracts';
import { Boxes, CheckCheck, Hammer, ListTodo, type LucideIcon, Rocket } from 'lucide-react';
import { memo } from 'react';
import { classNames } from '../../ui/class-names.js';
import { providerLabel } from '../../ui/labels.js';
import { PathLink } from '../../ui/path-link.js';
import { Time } from '../../ui/time.js';

const KINDS: Readonly<Record<string, readonly [label: string, icon: LucideIcon]>> = {
  build_run: ['Build', Hammer],
  change: ['Asset', Boxes],
  task: ['Task', ListTodo],
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
  readonly style: { readonly transform: string };
  onFocus(index: number): void;
  onOpen(event: ConsoleEvent): void;
}

/** One event: what happened to what, in which project, by whom, when. */
export const FeedEventRow = memo(
  function FeedEventRow({ event, index, isCurrent, style, onFocus, onOpen }: FeedEventRowProps) {
    const [kind, Icon] = KINDS[event.event_type.split('.')[0] ?? ''] ?? ['Event', Boxes];
    return (
      <article
        data-index={index}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={event.message}
        style={style}
        onFocus={() => onFocus(index)}
        onClick={(click) => !(click.target as HTMLElement).closest('a') && onOpen(event)}
        onKeyDown={(key) => key.key === 'Enter' && key.target === key.currentTarget && onOpen(event)}
        className="absolute inset-x-0 top-0 grid h-[61px] cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 border-b border-line px-4 text-sm -outline-offset-2 hover:bg-hover md:h-[41px] md:grid-cols-[auto_minmax(0,1fr)_140px_150px_72px]"
      >
        <span title={kind} className={classNames('inline-flex max-md:row-span-2', TONES[event.status])}>
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">{kind}</span>
        </span>
        <PathLink to={event.url} tabIndex={-1} className="truncate hover:underline">
          {event.message}
        </PathLink>
        <span className="truncate text-xs text-ink-faint max-md:col-start-2 max-md:row-start-2">
          {event.project_name}
          <span className="md:hidden"> · {providerLabel(event.actor_name)}</span>
        </span>
        <span className="truncate text-xs text-ink-soft max-md:hidden">{providerLabel(event.actor_name)}</span>
        <span className="text-right text-xs text-ink-faint max-md:col-start-3 max-md:row-start-1">
          <Time at={event.timestamp} />
        </span>
      </article>
    );
  },
  (before, after) =>
    before.event === after.event &&
    before.index === after.index &&
    before.isCurrent === after.isCurrent &&
    before.style.transform === after.style.transform,
);
