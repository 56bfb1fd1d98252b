import type { ConsoleDeployment } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toBuild, toChange, toDeployment } from '../../routing/records.js';
import { platformLabel } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';
import { type Lane, releaseOf } from './lanes.js';

interface OriginProps {
  readonly projectId: number;
  readonly deployment: Pick<ConsoleDeployment, 'build' | 'change' | 'build_number'>;
}

export function Origin({ projectId, deployment: { build, change, build_number: number } }: OriginProps) {
  return (
    <>
      {build === null ? (
        <span>{number ? `Build ${number}, not reported` : 'Build not reported'}</span>
      ) : (
        <RecordLink to={toBuild(projectId, build.id)} className="hover:text-ink hover:underline">
          {build.job_name} #{build.number}
        </RecordLink>
      )}
      {change && (
        <>
          {' from '}
          <RecordLink
            to={toChange(projectId, change.id)}
            title={change.subject}
            className="hover:text-ink hover:underline"
          >
            <span className="font-mono">{change.display_identifier}</span> {change.subject}
          </RecordLink>
        </>
      )}
    </>
  );
}

/** When a deployment was first reported: the time that orders deployments wherever they are listed. */
function StartedAt({ deployment }: { readonly deployment: Pick<ConsoleDeployment, 'created_at'> }) {
  return <Time prefix="started " at={deployment.created_at} />;
}

export function Branch({ name }: { readonly name: string }) {
  if (name === '') return null;
  return (
    <span className="max-w-32 truncate rounded-sm border border-line px-1 text-xs font-normal text-ink-soft">
      {name}
    </span>
  );
}

export function DeploymentLane({ projectId, lane }: { readonly projectId: number; readonly lane: Lane }) {
  const label = platformLabel(lane.platform);
  return (
    <section
      aria-label={label}
      className="grid gap-x-6 gap-y-4 px-4 py-4 lg:grid-cols-[136px_minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]"
    >
      <header className="flex items-baseline justify-between gap-2 lg:flex-col lg:justify-start lg:gap-0">
        <h2 className="text-sm font-semibold">{label}</h2>
        <Link
          to="/projects/$projectId/deployments"
          params={{ projectId }}
          search={{ platform: lane.platform }}
          className="text-xs text-ink-faint hover:underline"
        >
          {count(lane.total)} total
        </Link>
      </header>
      <Stage title="Live" empty="Nothing is live.">
        {lane.live.map((deployment) => (
          <Release key={deployment.id} projectId={projectId} deployment={deployment} />
        ))}
      </Stage>
      <Stage title="In progress" empty="Nothing is uploading or in review.">
        {lane.moving.map((deployment) => (
          <Release key={deployment.id} projectId={projectId} deployment={deployment} />
        ))}
      </Stage>
      <Stage title="Earlier" empty="No history yet.">
        {lane.history.map((deployment) => (
          <li key={deployment.id} className="flex items-center gap-2 text-xs">
            <StatusIcon state={deployment.status} />
            <RecordLink to={toDeployment(projectId, deployment.id)} className="min-w-0 truncate hover:underline">
              {releaseOf(deployment)}
            </RecordLink>
            <Branch name={deployment.branch} />
            <span className="ml-auto text-ink-faint">
              <StartedAt deployment={deployment} />
            </span>
          </li>
        ))}
      </Stage>
    </section>
  );
}

interface StageProps {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function Stage({ title, empty, children }: StageProps) {
  return (
    <div className="min-w-0">
      <h3 className="pb-1 text-xs text-ink-faint">{title}</h3>
      {children.length === 0 ? (
        <p className="text-xs text-ink-faint">{empty}</p>
      ) : (
        <ul className="flex flex-col gap-2">{children}</ul>
      )}
    </div>
  );
}

export interface ReleaseProps {
  readonly projectId: number;
  readonly deployment: ConsoleDeployment;
}

function Release({ projectId, deployment }: ReleaseProps) {
  return (
    <li className="flex min-w-0 flex-col gap-0.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <RecordLink
          to={toDeployment(projectId, deployment.id)}
          className="min-w-0 truncate font-medium hover:underline"
        >
          {releaseOf(deployment)}
        </RecordLink>
        <StatusPill state={deployment.status} />
        <Branch name={deployment.branch} />
        <span className="ml-auto text-xs text-ink-faint">
          <StartedAt deployment={deployment} />
        </span>
      </div>
      <p className="truncate text-xs text-ink-faint">
        <Origin projectId={projectId} deployment={deployment} />
      </p>
    </li>
  );
}
