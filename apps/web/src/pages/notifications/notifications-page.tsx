import type { NotificationChannel, NotificationPreview } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { listNotificationChannels, listNotificationPreviews } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { MESSAGE_TONES } from '../../parts/notifications/message-tones.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/field.js';
import { DialogButton } from '../../ui/form.js';
import { EmptyPanel, Loaded } from '../../ui/panel.js';
import { StatusDot } from '../../ui/status.js';
import { AddChannel } from './addresses.js';
import { ChannelPanel } from './channel-panel.js';

export const page = definePage({
  path: '/projects/$projectId/notifications',
  label: 'Notifications',
  icon: BellRing,
  place: { group: 'project', order: 10 },
  words: 'slack discord teams webhook email channel alert',
});

const SENDING_MS = 2_000;

const isSending = (channel: NotificationChannel) =>
  channel.waiting > 0 && channel.failing_since === null && channel.paused_at === null;

export function NotificationsPage() {
  const { projectId } = page.useParams();
  const account = useAccount();
  const isOwner = account.role === 'owner' && account.read_only_reason === null;
  const [isPreviewing, setPreviewing] = useState(false);
  const params = { project_id: projectId };
  const query = useQuery({
    ...read(['notification', projectId], listNotificationChannels, { params }),
    // The first attempt of a message shows whether its channel works.
    refetchInterval: ({ state }) => (state.data?.channels.some(isSending) ? SENDING_MS : false),
  });
  const { data } = query;
  return (
    <div className="flex max-w-5xl flex-1 flex-col">
      <Page
        meta={
          <>
            What your team gets. What you get yourself is in{' '}
            <Link to="/settings/notifications" className="underline hover:text-ink">
              your settings
            </Link>
            .
          </>
        }
        actions={
          <>
            <Button onClick={() => setPreviewing(true)}>Preview messages</Button>
            {isOwner && (
              <DialogButton
                look="primary"
                label="Add channel"
                disabled={data === undefined || data.channels.length >= data.limit}
              >
                {(close) => <AddChannel projectId={projectId} onClose={close} />}
              </DialogButton>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Loaded query={query} rows={4} />
          {data?.channels.length === 0 && (
            <EmptyPanel title="No channels yet">
              <p>
                {isOwner
                  ? 'Add a channel, and Slipway tells your team when the main job breaks and when it recovers, with the cause and the change.'
                  : 'An account owner can add a channel for Slack, Discord, Teams, email or your own program.'}
              </p>
            </EmptyPanel>
          )}
          {data?.channels.map((channel) => (
            <ChannelPanel key={channel.id} projectId={projectId} channel={channel} isOwner={isOwner} />
          ))}
        </div>
        <Previews projectId={projectId} open={isPreviewing} onOpenChange={setPreviewing} />
      </Page>
    </div>
  );
}

interface PreviewsProps {
  readonly projectId: number;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

function Previews({ projectId, open, onOpenChange }: PreviewsProps) {
  const params = { project_id: projectId };
  const query = useQuery({
    ...read(['notification', projectId, 'previews'], listNotificationPreviews, { params }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Message previews"
      description="The build, the cause and the change are made up."
      wide
    >
      <Loaded query={query} rows={3} isBare>
        {({ previews }) => (
          <div className="flex flex-col gap-6">
            {previews.map((preview) => (
              <Preview key={preview.event} preview={preview} />
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Preview({ preview }: { readonly preview: NotificationPreview }) {
  const { tone, title, text, quote, facts, bodies } = preview;
  const [kind, setKind] = useState('');
  const body = bodies.find((each) => each.kind === kind)?.body;
  return (
    <article aria-label={title} className="flex flex-col gap-2 text-sm">
      <h3 className="flex items-center gap-2 font-semibold">
        <StatusDot tone={MESSAGE_TONES[tone]} label="" />
        {title}
      </h3>
      <p>{text}</p>
      {quote && (
        <pre className="whitespace-pre-wrap rounded-md bg-canvas px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
          {quote}
        </pre>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Select
        aria-label={`JSON of ${title}`}
        className="self-start"
        value={kind}
        options={[
          ['', 'Show JSON for…'],
          ...bodies.map((each) => [each.kind, channelForms[each.kind].label] as const),
        ]}
        onChange={(event) => setKind(event.target.value)}
      />
      {body && <pre className="max-h-80 overflow-auto rounded-md bg-canvas p-3 font-mono text-xs">{body}</pre>}
    </article>
  );
}
