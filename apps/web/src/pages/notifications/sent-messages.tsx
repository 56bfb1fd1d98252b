import type { SentNotification } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listSentNotifications, replayNotification } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/panel.js';
import { StatusDot } from '../../ui/status.js';
import { Time } from '../../ui/time.js';

interface SentMessagesProps {
  readonly projectId: number;
  readonly channelId: string;
  readonly isOwner: boolean;
}

export function SentMessages({ projectId, channelId, isOwner }: SentMessagesProps) {
  const [isOpen, setOpen] = useState(false);
  const params = { project_id: projectId, channel_id: channelId };
  const query = useQuery({
    ...read(['notification', projectId, channelId], listSentNotifications, { params }),
    enabled: isOpen,
    // A message that waits may be sent any moment.
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isPending) ? 2_000 : false),
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="text-sm">
      <summary className="cursor-pointer text-ink-soft hover:text-ink">Messages</summary>
      {isOpen && (
        <Loaded query={query} rows={2} isBare>
          {({ deliveries }) =>
            deliveries.length === 0 ? (
              <p className="py-2 text-ink-faint">No messages yet.</p>
            ) : (
              <ul aria-label="Messages" className="divide-y divide-line">
                {deliveries.map((message) => (
                  <MessageRow key={message.id} message={message} params={params} isOwner={isOwner} />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </details>
  );
}

const isPending = ({ status }: SentNotification) => status === 'pending';

const STATES = {
  sent: { tone: 'ok', label: 'Sent' },
  failed: { tone: 'bad', label: 'Not sent' },
  pending: { tone: 'active', label: 'Waiting' },
} as const;

interface MessageRowProps {
  readonly message: SentNotification;
  readonly params: { readonly project_id: number; readonly channel_id: string };
  readonly isOwner: boolean;
}

function MessageRow({ message, params, isOwner }: MessageRowProps) {
  const replay = useChange({
    send: () => call(replayNotification, { params: { ...params, delivery_id: message.id } }),
    refresh: [['notification', params.project_id]],
    message: () => 'The message will be sent again.',
  });
  const { tone, label } = STATES[message.status];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="flex w-24 items-center gap-1.5 text-ink-soft">
        <StatusDot tone={tone} label="" />
        {label}
      </span>
      <span className="min-w-40 flex-1 truncate">{message.title}</span>
      {message.attempts > 1 && <span className="text-xs text-ink-faint">{message.attempts} attempts</span>}
      {message.last_status !== null && (
        <span className="font-mono text-xs text-ink-faint">{message.last_status}</span>
      )}
      <Time at={message.sent_at ?? message.created_at} className="text-xs text-ink-faint" />
      {isOwner && !isPending(message) && (
        <Button size="small" change={replay}>
          Send again
        </Button>
      )}
      {message.last_error && <p className="w-full text-xs text-bad">{message.last_error}</p>}
    </li>
  );
}
