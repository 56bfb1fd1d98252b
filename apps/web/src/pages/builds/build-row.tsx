import { type ConsoleBuild, shownStatus } from '@slipway/contracts';
import { Search } from 'lucide-react';
import { toBuild, toChange } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ErrorText } from '../../ui/error-text.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest, right } from '../../ui/list.js';
import { StatusIcon } from '../../ui/status.js';
import { Duration, TimeCell } from '../../ui/time.js';
import { againstMedian } from './against-median.js';

interface BuildRowProps {
  readonly build: ConsoleBuild;
  readonly projectId: number;
  readonly isStarting: boolean;
  readonly onInvestigate: (() => void) | undefined;
}

export const BUILD_COLUMNS: Columns = {
  from: 'lg',
  grid: 'grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 lg:grid-cols-[16px_minmax(0,1fr)_160px_112px_168px_112px_72px]',
  headings: [
    hidden('Status'),
    'Build',
    'Branch and change',
    'Started by',
    'Duration',
    right('Investigation'),
    newest('Reported'),
  ],
};

export function BuildRow({ build, projectId, isStarting, onInvestigate }: BuildRowProps) {
  return (
    <>
      <td className="flex">
        <StatusIcon state={shownStatus(build)} />
      </td>
      <td className="min-w-0">
        <div className="flex items-baseline gap-2">
          <RecordLink to={toBuild(projectId, build.id)} className="truncate font-medium hover:underline">
            {build.ci_job_name}
          </RecordLink>
          <span className="tnum shrink-0 font-mono text-xs text-ink-soft">#{build.build_number}</span>
        </div>
        {build.error && (
          <div className="text-ink-soft">
            <ErrorText error={build.error} cause={build.cause} isOneLine />
          </div>
        )}
      </td>
      <td className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-ink-soft max-lg:col-start-2 max-lg:row-start-2">
        <span className="truncate">{build.branch || '–'}</span>
        <Revision build={build} projectId={projectId} />
        <span className="flex items-baseline gap-x-2 lg:hidden">
          <Took build={build} />
        </span>
      </td>
      <td className="truncate text-xs text-ink-soft max-lg:hidden">{build.started_by || '–'}</td>
      <td className="flex items-baseline gap-x-2 text-xs text-ink-soft max-lg:hidden">
        <Took build={build} />
      </td>
      <td className="text-right max-lg:col-start-3 max-lg:row-start-2">
        <Investigation build={build} isStarting={isStarting} onInvestigate={onInvestigate} />
      </td>
      <TimeCell at={build.created_at} className="max-lg:col-start-3 max-lg:row-start-1" />
    </>
  );
}

export function Revision({
  build: { changelist, commit_hash: hash, change_id: id },
  projectId,
}: {
  readonly build: Pick<ConsoleBuild, 'changelist' | 'commit_hash' | 'change_id'>;
  readonly projectId: number;
}) {
  const label = changelist ? `CL ${changelist}` : hash.slice(0, 8);
  if (label === '') return null;
  if (id === null) return <span className="shrink-0 font-mono text-xs">{label}</span>;
  return (
    <RecordLink to={toChange(projectId, id)} className="shrink-0 font-mono text-xs text-accent-text">
      {label}
    </RecordLink>
  );
}

type Timed = Pick<ConsoleBuild, 'finished_at' | 'started_at' | 'is_stale'> & Parameters<typeof againstMedian>[0];

export function Took({ build }: { readonly build: Timed }) {
  const comparison = againstMedian(build);
  const isRunning = build.finished_at === null && build.started_at !== null && !build.is_stale;
  return (
    <>
      <Duration seconds={build.duration_seconds} since={isRunning ? build.started_at : null} />{' '}
      {comparison && (
        <span className={classNames('tnum whitespace-nowrap', comparison.isSlow ? 'text-warn' : 'text-ink-faint')}>
          {comparison.label}
        </span>
      )}
    </>
  );
}

function Investigation({ build, isStarting, onInvestigate }: Omit<BuildRowProps, 'projectId'>) {
  if (onInvestigate)
    return (
      <Button size="small" disabled={isStarting} onClick={onInvestigate} title="Find the cause (i)" icon={Search}>
        Investigate
      </Button>
    );
  if (build.investigation === null || build.status !== 'failed') return null;
  if (build.investigation !== 'completed') return <span className="text-xs text-accent-text">Investigating</span>;
  return <span className="text-xs text-ink-soft">{build.error === null ? 'No cause found' : 'Investigated'}</span>;
}
