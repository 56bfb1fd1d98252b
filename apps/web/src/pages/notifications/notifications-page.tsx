import type { NotificationChannel } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { listNotificationChannels } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { AddChannel } from './addresses.js';
import { ChannelPanel } from './channel-panel.js';
import { Previews } from './previews.js';

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
  const [isAdding, setAdding] = useState(false);
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
              <Button
                look="primary"
                disabled={data === undefined || data.channels.length >= data.limit}
                onClick={() => setAdding(true)}
              >
                Add channel
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Loaded query={query} rows={4} />
          {data?.channels.length === 0 && (
            <Panel>
              <EmptyState title="No channels yet">
                <p>
                  {isOwner
                    ? 'Add a channel, and Slipway tells your team when the main job breaks and when it recovers, with the cause and the change.'
                    : 'An account owner can add a channel for Slack, Discord, Teams, email or your own program.'}
                </p>
              </EmptyState>
            </Panel>
          )}
          {data?.channels.map((channel) => (
            <ChannelPanel key={channel.id} projectId={projectId} channel={channel} isOwner={isOwner} />
          ))}
        </div>
        {isAdding && <AddChannel projectId={projectId} onClose={() => setAdding(false)} />}
        <Previews projectId={projectId} open={isPreviewing} onOpenChange={setPreviewing} />
      </Page>
    </div>
  );
}
