import { type JobStrip, shownStatus } from '@slipway/contracts';
import { useState } from 'react';
import { useJobs } from '../../data/builds.js';
import type { Filters } from '../../routing/page.js';
import { BuildStrip } from '../../ui/build-strip.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Panel } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { duration, plural } from '../../words/format.js';

const SHOWN = 6;

interface JobStripsProps {
  readonly projectId: number;
  readonly filters: Filters<'job'>;
}

export function JobStrips({ projectId, filters }: JobStripsProps) {
  const { data } = useJobs(projectId);
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return <StripsSkeleton />;
  if (data.jobs.length === 0) return null;
  const hidden = data.jobs.length - SHOWN;
  return (
    <Panel>
      <ul className="grid gap-px bg-line sm:grid-cols-2 xl:grid-cols-3">
        {data.jobs.slice(0, isOpen ? undefined : SHOWN).map((job, place) => (
          <li key={job.name} className={classNames('bg-surface', !isOpen && place > 2 && 'hidden sm:block')}>
            <Job job={job} projectId={projectId} filters={filters} />
          </li>
        ))}
      </ul>
      {data.jobs.length > 3 && (
        <div className={classNames('border-t border-line p-1 text-center', hidden <= 0 && 'sm:hidden')}>
          <Button look="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer jobs' : `Show all ${plural(data.jobs.length, 'job')}`}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Job({ job, projectId, filters }: JobStripsProps & { readonly job: JobStrip }) {
  const last = job.builds.at(-1);
  const isChosen = filters.values.job === job.name;
  return (
    <div className="flex h-full flex-col justify-between gap-2 px-4 py-3">
      <div className="flex items-center gap-2 text-sm">
        {last && <StatusIcon state={shownStatus(last)} />}
        <button
          type="button"
          aria-pressed={isChosen}
          title={isChosen ? 'Show builds of all jobs' : 'Show only builds of this job'}
          onClick={() => filters.set('job', isChosen ? '' : job.name)}
          className={classNames('min-w-0 truncate font-medium hover:underline', isChosen && 'text-accent-text')}
        >
          {job.name}
        </button>
        {job.median_seconds !== null && (
          <span
            className="tnum ml-auto whitespace-nowrap text-xs text-ink-faint"
            title="Median duration of passing builds"
          >
            {duration(job.median_seconds)}
          </span>
        )}
      </div>
      <BuildStrip label={`Last builds of ${job.name}`} projectId={projectId} builds={job.builds} />
    </div>
  );
}

function StripsSkeleton() {
  return (
    <Panel>
      <div aria-busy="true" role="status" className="grid gap-px bg-line sm:grid-cols-2 xl:grid-cols-3">
        <span className="sr-only">Loading</span>
        {Array.from({ length: SHOWN }, (_, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells are alike and never move
            key={place}
            className={classNames(
              'flex h-[84px] flex-col justify-between bg-surface px-4 py-3',
              place > 2 && 'hidden sm:flex',
            )}
          >
            <span className="h-3 w-32 rounded-sm bg-idle-soft" />
            <span className="h-7 w-2/3 rounded-sm bg-idle-soft" />
          </div>
        ))}
      </div>
    </Panel>
  );
}
