import type { InboxItem } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { listInbox, markInboxRead } from '../data/api.js';
import { call, read, useChange } from '../data/call.js';
import { MESSAGE_TONES } from '../parts/notifications/message-tones.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { menuClass } from '../ui/menu.js';
import { StatusDot } from '../ui/status.js';
import { Time } from '../ui/time.js';

const MAX_SHOWN = 99;

export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data } = useQuery({ ...read(['notification', 'inbox'], listInbox), staleTime: 30_000 });
  const reading = useChange({
    send: (id: number | undefined) => call(markInboxRead, { body: id === undefined ? {} : { id } }),
    refresh: [['notification', 'inbox']],
  });
  const unread = data?.unread ?? 0;
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
  function open(item: InboxItem): void {
    setOpen(false);
    if (!item.is_read) reading.mutate(item.id);
    void navigate({ href: item.path });
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
        className="relative grid size-8 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
      >
        <BellIcon aria-hidden className="size-4" />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-accent-ink"
          >
            {shown}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="end" sideOffset={6} className={`${menuClass} w-96 p-0`}>
          <header className="flex items-center justify-between border-b border-line px-3 py-2">
            <h2 className="text-sm font-semibold">Notifications</h2>
            <Button
              size="small"
              look="quiet"
              disabled={unread === 0 || reading.isPending}
              onClick={() => reading.mutate(undefined)}
            >
              Mark all as read
            </Button>
          </header>
          {data?.items.length === 0 && (
            <p className="px-3 py-6 text-center text-ink-faint">
              Nothing yet. You get a notification when your change breaks a build.
            </p>
          )}
          <ul aria-label="Notifications" className="max-h-96 overflow-y-auto">
            {data?.items.map((item) => (
              <li key={item.id}>
                <Item item={item} onOpen={() => open(item)} />
              </li>
            ))}
          </ul>
          <footer className="border-t border-line px-3 py-2">
            <Link
              to="/settings/notifications"
              className="text-xs text-ink-soft hover:underline"
              onClick={() => setOpen(false)}
            >
              Notification settings
            </Link>
          </footer>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Item({ item, onOpen }: { readonly item: InboxItem; onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full flex-col gap-0.5 border-b border-line px-3 py-2 text-left hover:bg-hover"
    >
      <span className={classNames('flex items-center gap-2', !item.is_read && 'font-semibold')}>
        <StatusDot tone={MESSAGE_TONES[item.tone]} label={item.is_read ? '' : 'Unread'} />
        <span className="min-w-0 flex-1 truncate">{item.title}</span>
      </span>
      <span className="line-clamp-2 text-xs text-ink-soft">{item.text}</span>
      <span className="text-xs text-ink-faint">
        {item.project_name} · <Time at={item.created_at} />
      </span>
    </button>
  );
}
