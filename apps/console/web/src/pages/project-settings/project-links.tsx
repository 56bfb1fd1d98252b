import type { ProjectSettings, rotateProjectLink } from '@slipway/contracts';
import { useState } from 'react';
import { change } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { ConfirmDialog } from '../../ui/form.js';
import { Panel } from '../../ui/page.js';

type Kind = 'badge' | 'feed';

interface ProjectLinksProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

/** The addresses at which a project is shown without signing in. */
export function ProjectLinks({ project, isOwner }: ProjectLinksProps) {
  const { base_url: baseUrl } = useSession();
  const [rotated, setRotated] = useState<Kind | null>(null);
  const rotate = (kind: Kind) =>
    isOwner && (
      <Button size="small" onClick={() => setRotated(kind)}>
        New address
      </Button>
    );
  const page = `${baseUrl}/projects/${project.id}/builds`;
  return (
    <>
      <Panel title="Status badge" aside={rotate('badge')}>
        <div className="flex flex-col gap-3 p-4">
          <img src={new URL(project.badge_url).pathname} alt="The badge as it is now" className="h-5 self-start" />
          <p className="text-sm text-ink-soft">
            The state of the main job, for README files and wikis. Whoever has the address sees it. Add{' '}
            <code className="font-mono text-xs">?job=</code> or <code className="font-mono text-xs">?branch=</code>{' '}
            for another one.
          </p>
          <CodeBlock label="Markdown" text={`[![${project.name}](${project.badge_url})](${page})`} />
        </div>
      </Panel>
      <Panel title="Atom feed" aside={rotate('feed')}>
        <div className="flex flex-col gap-3 p-4">
          <p className="text-sm text-ink-soft">
            The latest 50 events, for feed readers and chat rooms. Whoever has the address reads them.
          </p>
          <CodeBlock label="Address" text={project.feed_url} />
        </div>
      </Panel>
      <RotateDialog project={project} kind={rotated} onClose={() => setRotated(null)} />
    </>
  );
}

interface RotateDialogProps {
  readonly project: ProjectSettings;
  readonly kind: Kind | null;
  onClose(): void;
}

function RotateDialog({ project, kind, onClose }: RotateDialogProps) {
  const rotation = useChange({
    send: (of: Kind) =>
      change<typeof rotateProjectLink>('POST', '/projects/:project_id/links/rotate', {
        params: { project_id: project.id },
        body: { kind: of },
      }),
    refresh: [['project', project.id]],
    message: () => 'There is a new address. The old one no longer works.',
    after: onClose,
  });
  return (
    <ConfirmDialog
      open={kind !== null}
      onOpenChange={(open) => !open && onClose()}
      title={kind === 'feed' ? 'A new address for the feed?' : 'A new address for the badge?'}
      confirm="Make a new address"
      isPending={rotation.isPending}
      error={rotation.error}
      onConfirm={() => kind && rotation.mutate(kind)}
    >
      <p>The present address stops working at once, wherever it is used.</p>
    </ConfirmDialog>
  );
}
