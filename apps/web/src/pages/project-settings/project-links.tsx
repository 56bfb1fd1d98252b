import type { ProjectSettings } from '@slipway/contracts';
import type { ComponentProps } from 'react';
import { renewBadgeLink, renewFeedLink } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { ConfirmButton, FormError } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

export function Badge({ project, isOwner }: { readonly project: ProjectSettings; readonly isOwner: boolean }) {
  const { base_url: baseUrl } = useSession();
  const renewal = useChange({
    send: () => call(renewBadgeLink, { params: { project_id: project.id } }),
    refresh: [['project', project.id]],
    message: () => 'The badge has a new URL. The old one no longer works.',
  });
  const page = `${baseUrl}/projects/${project.id}/builds`;
  return (
    <Panel title="Status badge" aside={isOwner && <NewAddress of="badge" renewal={renewal} />}>
      <div className="flex flex-col gap-3 p-4">
        <img src={new URL(project.badge_url).pathname} alt="Current badge" className="h-5 self-start" />
        <p className="text-sm text-ink-soft">
          Shows the state of the main job, for README files and wikis. Anyone with the URL can see it. Add{' '}
          <code className="font-mono text-xs">?job=</code> or <code className="font-mono text-xs">?branch=</code>{' '}
          to show another job or branch.
        </p>
        <CodeBlock label="Markdown" text={`[![${project.name}](${project.badge_url})](${page})`} />
      </div>
    </Panel>
  );
}

export function AtomFeed({ project }: { readonly project: ProjectSettings }) {
  const renewal = useChange({
    send: () => call(renewFeedLink, { params: { project_id: project.id } }),
    refresh: [['project', project.id]],
    message: () => 'Your feed has a new URL.',
  });
  return (
    <Panel title="Your Atom feed" aside={project.feed_url && <NewAddress of="feed" renewal={renewal} />}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-sm text-ink-soft">
          The latest 50 events, for feed readers and chat rooms. The URL is personal: anyone who has it can read
          the events until you create a new one or leave the account. URLs that the whole project shared no longer
          work.
        </p>
        {project.feed_url ? (
          <CodeBlock label="Feed URL" text={project.feed_url} />
        ) : (
          <Button className="self-start" change={renewal}>
            Create your feed URL
          </Button>
        )}
        {!project.feed_url && <FormError error={renewal.error} />}
      </div>
    </Panel>
  );
}

interface NewAddressProps {
  readonly of: 'badge' | 'feed';
  readonly renewal: ComponentProps<typeof ConfirmButton>['change'];
}

/** Replaces an address after confirmation, because the old one may be in use in many places. */
function NewAddress({ of, renewal }: NewAddressProps) {
  return (
    <ConfirmButton
      size="small"
      label="New URL"
      subject={`for the ${of}`}
      title={`Create a new ${of} URL?`}
      confirm="Create new URL"
      change={renewal}
    >
      <p>The current URL stops working immediately, wherever it is used.</p>
    </ConfirmButton>
  );
}
