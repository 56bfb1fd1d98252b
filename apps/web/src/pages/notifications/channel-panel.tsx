import type { NotificationChannel, NotificationFilter, SentNotification } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listSentNotifications,
  removeNotificationChannel,
  replayNotification,
  rotateNotificationSecret,
  testNotificationChannel,
  tryNotificationChannel,
  updateNotificationChannel,
} from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { ChosenBuilds } from '../../parts/notifications/chosen-builds.js';
import { NotificationRules } from '../../parts/notifications/notification-rules.js';
import { Button } from '../../ui/button.js';
import { ShownOnceDialog } from '../../ui/copy.js';
import { DialogButton, FormError } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { StatusDot } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { ChangeAddress } from './addresses.js';

interface ChannelEdit {
  readonly state?: 'active' | 'paused';
  readonly rules?: NotificationChannel['rules'];
  readonly builds?: NotificationFilter;
}

interface ChannelPanelProps {
  readonly projectId: number;
  readonly channel: NotificationChannel;
  readonly isOwner: boolean;
}

export function ChannelPanel({ projectId, channel, isOwner }: ChannelPanelProps) {
  const params = { project_id: projectId, channel_id: channel.id };
  const refresh = [['notification', projectId]];
  const changing = useChange({
    send: (body: ChannelEdit) => call(updateNotificationChannel, { params, body }),
    refresh,
  });
  const testing = useChange({
    send: () => call(testNotificationChannel, { params }),
    refresh,
    message: () => 'A test message is on its way.',
  });
  const isPaused = channel.paused_at !== null;
  return (
    <Panel
      title={channel.name}
      aside={
        isOwner && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" disabled={isPaused || testing.isPending} onClick={() => testing.mutate()}>
              Send test message
            </Button>
            <Button
              size="small"
              disabled={changing.isPending}
              onClick={() => changing.mutate({ state: isPaused ? 'active' : 'paused' })}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
            <DialogButton size="small" label="Change address">
              {(close) => <ChangeAddress projectId={projectId} channel={channel} onClose={close} />}
            </DialogButton>
            {channelForms[channel.kind].isSigned && <RotateSecret projectId={projectId} channel={channel} />}
            <RemoveChannel projectId={projectId} channel={channel} />
          </div>
        )
      }
    >
      <div className="flex flex-col gap-3 p-4">
        <ChannelState channel={channel} />
        {isOwner && channel.next_attempt_at !== null && !isPaused && (
          <TryNow projectId={projectId} channel={channel} />
        )}
        <ChosenBuilds
          projectId={projectId}
          filter={channel.builds}
          disabled={!isOwner}
          save={(builds) => changing.mutateAsync({ builds })}
        />
        <NotificationRules
          rules={channel.rules}
          disabled={!isOwner}
          saving={changing.isPending ? changing.variables.rules?.[0] : undefined}
          onChange={(rule) => changing.mutate({ rules: [rule] })}
        />
        <FormError error={changing.error ?? testing.error} />
        <SentMessages projectId={projectId} channelId={channel.id} isOwner={isOwner} />
      </div>
    </Panel>
  );
}

function ChannelState({ channel }: { readonly channel: NotificationChannel }) {
  const { kind, target, paused_at: pausedAt, pause_reason: reason, last_error: error, waiting } = channel;
  const isFailing = channel.failing_since !== null;
  const tone = isFailing ? 'bad' : 'ok';
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex items-baseline gap-2 text-ink-soft">
        <StatusDot tone={pausedAt === null ? tone : 'idle'} label="" />
        <p className="min-w-0">
          {channelForms[kind].label} · {target}
          {channel.last_sent_at && (
            <>
              {' · last message '}
              <Time at={channel.last_sent_at} />
            </>
          )}
          {waiting > 0 && ` · ${plural(waiting, 'message')} waiting`}
        </p>
      </div>
      {pausedAt !== null && (
        <p className={reason === null ? 'text-ink-soft' : 'text-bad'}>
          {reason === null ? 'Paused.' : `Slipway paused this channel. ${reason}`}
        </p>
      )}
      {pausedAt === null && isFailing && error !== null && <p className="text-bad">{error}</p>}
    </div>
  );
}

function TryNow({ projectId, channel }: Omit<ChannelPanelProps, 'isOwner'>) {
  const trying = useChange({
    send: () => call(tryNotificationChannel, { params: { project_id: projectId, channel_id: channel.id } }),
    refresh: [['notification', projectId]],
    message: () => 'The waiting messages are being sent.',
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <p>
        Tries again <Time at={channel.next_attempt_at} />
      </p>
      <Button size="small" change={trying}>
        Try now
      </Button>
      <FormError error={trying.error} />
    </div>
  );
}

function RotateSecret({ projectId, channel }: Omit<ChannelPanelProps, 'isOwner'>) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotation = useChange({
    send: () => call(rotateNotificationSecret, { params: { project_id: projectId, channel_id: channel.id } }),
    after: (made) => setSecret(made.secret),
  });
  return (
    <>
      <Button size="small" change={rotation}>
        Rotate secret
      </Button>
      {secret !== null && (
        <ShownOnceDialog
          title="New signing secret"
          description="For 24 hours, requests are signed with the old secret too."
          values={[['Signing secret', secret]]}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function RemoveChannel({ projectId, channel }: Omit<ChannelPanelProps, 'isOwner'>) {
  return (
    <ConfirmChange
      size="small"
      label="Remove"
      subject={channel.name}
      title={`Remove ${channel.name}?`}
      confirm="Remove channel"
      send={() => call(removeNotificationChannel, { params: { project_id: projectId, channel_id: channel.id } })}
      refresh={[['notification', projectId]]}
      message={() => `${channel.name} was removed.`}
    >
      <p>It gets no more messages, and its log is deleted.</p>
    </ConfirmChange>
  );
}

interface SentMessagesProps {
  readonly projectId: number;
  readonly channelId: string;
  readonly isOwner: boolean;
}

function SentMessages({ projectId, channelId, isOwner }: SentMessagesProps) {
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
