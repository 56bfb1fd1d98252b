import { type ConsoleTask, shownStatus } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { toBuild, toChange, toDeployment } from '../../routing/records.js';
import { CopyableId } from '../../ui/copy.js';
import { platformLabel, providerLabel } from '../../ui/labels.js';
import { Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

const rowClass = 'flex min-w-0 items-center gap-2 px-4 py-1.5 text-sm hover:bg-hover';

export function TaskLinks({ task }: { readonly task: ConsoleTask }) {
  const { changes, deployments } = task.links;
  const { builds } = task;
  const projectId = task.project_id;
  const total = changes.length + builds.length + deployments.length + task.references.length;
  return (
    <Panel title="Links" note={plural(total, 'link')}>
      {changes.length === 0 && (
        <p className="px-4 py-3 text-ink-soft">
          Mention <CopyableId value={`task-${task.id}`} /> in a commit message or changelist description to see the
          change, its builds and its deployments here.
        </p>
      )}
      <Group title="Changes" count={changes.length}>
        {changes.map((change) => (
          <Link key={change.id} {...toChange(projectId, change.id)} className={rowClass}>
            <span className="font-mono text-xs">{change.display_identifier}</span>
            <span className="ml-auto text-xs text-ink-faint">
              {SOURCES[change.source_type] ?? change.source_type}
            </span>
          </Link>
        ))}
      </Group>
      <Group title="Builds" count={builds.length}>
        {builds.map((build) => (
          <Link key={build.id} {...toBuild(projectId, build.id)} className={rowClass}>
            <StatusPill state={shownStatus(build)} />
            <span className="truncate">{build.job_name}</span>
            <span className="tnum shrink-0 font-mono text-xs text-ink-soft">#{build.number}</span>
            <span className="ml-auto shrink-0 font-mono text-xs text-ink-faint max-sm:hidden">
              {build.commit_hash.slice(0, 8)}
            </span>
            <Time
              at={build.created_at}
              className="w-16 shrink-0 text-right text-xs text-ink-faint max-sm:ml-auto"
            />
          </Link>
        ))}
      </Group>
      <Group title="Deployments" count={deployments.length}>
        {deployments.map((deployment) => (
          <Link
            key={deployment.deployment_id}
            {...toDeployment(projectId, deployment.deployment_id)}
            className={rowClass}
          >
            <StatusPill state={deployment.status} />
            {platformLabel(deployment.platform)}
            <span className="ml-auto text-xs text-ink-faint">{deployment.branch}</span>
          </Link>
        ))}
      </Group>
      <Group title="Tracker items" count={task.references.length}>
        {task.references.map((item) => (
          <a key={item.id} href={item.url || undefined} target="_blank" rel="noreferrer" className={rowClass}>
            <span className="shrink-0 font-mono text-xs">{item.key}</span>
            <span className="truncate">{item.title}</span>
            <span className="ml-auto flex shrink-0 items-center gap-1 text-xs text-ink-faint">
              {item.state} · {providerLabel(item.provider)}
              <ExternalLink aria-label="opens the tracker" className="size-3" />
            </span>
          </a>
        ))}
      </Group>
    </Panel>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  GitCommit: 'Git',
  Changelist: 'Perforce',
  AssetCommit: 'Asset commit',
};

interface GroupProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Group({ title, count, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section className="border-t border-line py-1 first-of-type:border-t-0">
      <h3 className="px-4 py-1 text-xs text-ink-faint">{title}</h3>
      {children}
    </section>
  );
}
