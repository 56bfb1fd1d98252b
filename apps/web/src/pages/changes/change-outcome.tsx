import { type ConsoleChange, shownStatus } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stateLabel } from '../../parts/tasks/task-words.js';
import { toAsset, toBuild, toDeployment, toTask } from '../../routing/records.js';
import { Panel } from '../../ui/panel.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Duration, Time } from '../../ui/time.js';
import { count } from '../../words/format.js';

interface OutcomeProps {
  readonly change: ConsoleChange;
  readonly projectId: number;
}

const rowClass = 'flex items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover';

export function Builds({ change: { builds, build_runs_truncated: hasMore }, projectId }: OutcomeProps) {
  const title = hasMore ? `Newest ${builds.length} builds` : 'Builds';
  return (
    <Rows title={title} empty="No build has reported this revision yet." isEmpty={builds.length === 0}>
      {builds.map((build) => (
        <li key={build.id}>
          <Link {...toBuild(projectId, build.id)} className={rowClass}>
            <StatusIcon state={shownStatus(build)} />
            <span className="min-w-0 flex-1 truncate">
              {build.job_name} <span className="tnum font-mono text-xs text-ink-soft">#{build.number}</span>
            </span>
            <span className="text-xs text-ink-soft">
              <Duration seconds={build.duration_seconds} />
            </span>
            <span className="w-16 text-right text-xs text-ink-faint">
              <Time at={build.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </Rows>
  );
}

export function Deployments({ change: { deployments }, projectId }: OutcomeProps) {
  return (
    <Rows
      title="Deployments"
      empty="Neither this revision nor a build of it has been deployed."
      isEmpty={deployments.length === 0}
    >
      {deployments.map(({ id, platform, status, version, created_at: at }) => (
        <li key={id}>
          <Link {...toDeployment(projectId, id)} className={rowClass}>
            <StatusIcon state={status} />
            <span className="min-w-0 flex-1 truncate capitalize">
              {platform.replaceAll('_', ' ')} <span className="font-mono text-xs text-ink-soft">{version}</span>
            </span>
            <span className="text-xs text-ink-faint">
              <Time at={at} />
            </span>
          </Link>
        </li>
      ))}
    </Rows>
  );
}

export function Approvals({
  change: { requested_approvals: requested, approvals, identifier },
  projectId,
}: OutcomeProps) {
  const all = Object.values(approvals).reduce((sum, number) => sum + number, 0);
  const areAllListed = requested.length === all;
  return (
    <Rows
      title="Approvals"
      empty="This change touched no asset that needs approval."
      isEmpty={requested.length === 0}
    >
      {areAllListed &&
        requested.map((approval) => (
          <li key={approval.id}>
            <Link {...toAsset(projectId, approval.asset_id)} className={rowClass}>
              <span className="min-w-0 flex-1 truncate">{approval.asset_name}</span>
              <StatusPill state={approval.status} />
            </Link>
          </li>
        ))}
      {!areAllListed && (
        <li>
          <Link
            to="/approvals"
            search={{ project_id: String(projectId), change: identifier }}
            className={rowClass}
          >
            {count(all)} assets, {count(approvals.pending)} waiting for a decision
          </Link>
        </li>
      )}
    </Rows>
  );
}

export function Mentions({ change: { tasks, references }, projectId }: OutcomeProps) {
  return (
    <Rows
      title="Tasks and tracker items"
      empty="None mentioned. Write “task-12” or a tracker item key in the description to link one."
      isEmpty={tasks.length + references.length === 0}
    >
      {tasks.map(({ id, title, state }) => (
        <li key={`task ${id}`}>
          <Link {...toTask(projectId, id)} className={rowClass}>
            <span className="shrink-0 font-mono text-xs text-ink-soft">task-{id}</span>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <StatusPill state={state} label={stateLabel(state)} />
          </Link>
        </li>
      ))}
      {references.map(({ id, key, title, state, url }) => (
        <li key={`reference ${id}`}>
          <a href={url} target="_blank" rel="noreferrer" className={rowClass}>
            <span className="shrink-0 font-mono text-xs text-ink-soft">{key}</span>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="text-xs text-ink-faint">{state}</span>
          </a>
        </li>
      ))}
    </Rows>
  );
}

interface RowsProps {
  readonly title: string;
  readonly empty: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Rows({ title, empty, isEmpty, children }: RowsProps) {
  return (
    <Panel title={title}>
      {isEmpty ? (
        <p className="px-4 py-3 text-sm text-ink-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </Panel>
  );
}
