import { BUILD_FILTERS, type ConsoleBuild, type JobStrip, shownStatus } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { listConsoleBuilds } from '../../data/api.js';
import { describeRefusal, useInvestigation, useJobs } from '../../data/builds.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { BuildSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage, type Filters } from '../../routing/page.js';
import { toBuild } from '../../routing/records.js';
import { BuildStrip } from '../../ui/build-strip.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ClearFilters, FilterSelect, FilterText, withChosen } from '../../ui/filters.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList, Panel } from '../../ui/panel.js';
import { lookOf, StatusIcon } from '../../ui/status.js';
import { addDays, formatDay, startOfDay, zoneName } from '../../words/clock.js';
import { duration, plural } from '../../words/format.js';
import { BUILD_COLUMNS, BuildRow } from './build-row.js';

const STATUSES = [
  'failed',
  'completed',
  'building',
  'queued',
  'preparing',
  'passed_pending_approval',
  'cancelled',
].map((status) => [status, lookOf(status).label] as const);

const TYPES = [
  ['unreal', 'Unreal'],
  ['unity', 'Unity'],
  ['custom', 'Custom'],
] as const;

export const page = definePage({
  path: '/projects/$projectId/builds',
  label: 'Builds',
  icon: Hammer,
  place: { group: 'project', order: 1 },
  words: 'jobs ci',
  filters: ['q', 'status', 'job', 'build_type', 'branch', 'day'],
});

export function BuildsPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const filters = page.useFilters(BUILD_FILTERS);
  const { job, branch, day } = filters.values;
  const period = periodOf(day);
  const query = { ...filters.query, ...period };
  const { data } = useJobs(projectId);
  const jobs = withChosen(data?.jobs.map(({ name }) => name) ?? [], job);
  const branches = withChosen(data?.branches ?? [], branch);
  const params = { project_id: projectId };
  const list = usePagedList(
    ['build_run', projectId, 'list', query],
    listConsoleBuilds,
    { params, query },
    'builds',
  );
  const {
    mutate: investigate,
    isPending,
    variables,
  } = useInvestigation<ConsoleBuild>(projectId, {
    message: (_answer, { ci_job_name: name, build_number: number }) =>
      `Investigation of ${name} #${number} started.`,
    refusal: describeRefusal,
  });
  const open = ({ id }: ConsoleBuild) => void navigate(toBuild(projectId, id));
  return (
    <Page
      views={<SavedViews place={{ projectId, list: 'builds' }} filters={filters} />}
      filters={
        <>
          <FilterText filters={filters} name="q" label="Number, change or error" />
          <FilterSelect filters={filters} name="status" label="Any status" options={STATUSES} />
          <FilterSelect filters={filters} name="job" label="Any job" options={jobs} />
          <FilterSelect filters={filters} name="branch" label="Any branch" options={branches} />
          <FilterSelect filters={filters} name="build_type" label="Any type" options={TYPES} />
          <ClearFilters filters={filters} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <JobStrips projectId={projectId} filters={filters} />
        {day && period && (
          <p className="px-4 text-sm text-ink-soft md:px-0">
            Builds that finished on {formatDay(day, { dateStyle: 'long' })}. Days are in your time zone,{' '}
            {zoneName()}.
          </p>
        )}
        <PagedListView
          list={list}
          label="Builds"
          columns={BUILD_COLUMNS}
          onOpen={open}
          onKey={(key, build) => {
            if (key !== 'i' || !canInvestigate(build)) return false;
            investigate(build);
            return true;
          }}
          empty={<NoBuilds isFiltered={filters.isSet} projectId={projectId} />}
        >
          {(build) => (
            <BuildRow
              build={build}
              projectId={projectId}
              isStarting={isPending && variables.id === build.id}
              onInvestigate={canInvestigate(build) ? () => investigate(build) : undefined}
            />
          )}
        </PagedListView>
      </div>
    </Page>
  );
}

const canInvestigate = ({ status, investigation }: ConsoleBuild) =>
  status === 'failed' && (investigation === null || investigation === 'failed');

/** The start and end of a day in the person's zone; null if the address names none. */
function periodOf(day = ''): { readonly finished_from: Date; readonly finished_to: Date } | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return null;
  return { finished_from: startOfDay(day), finished_to: startOfDay(addDays(day, 1)) };
}

function NoBuilds({ isFiltered, projectId }: { readonly isFiltered: boolean; readonly projectId: number }) {
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={[
        'No build matches',
        'Change or clear the filters above. Numbers, changelists and hashes must match exactly; errors, in part.',
      ]}
      title="No builds yet"
      action={
        <Link to="/projects/$projectId/integrations" params={{ projectId }} className="text-accent-text">
          Connect a build server
        </Link>
      }
    >
      <p>
        Builds appear here as Jenkins, Buildkite, GitHub or another CI system reports them. To report one by hand,
        use the token that is shown when you add an integration.
      </p>
      <BuildSample />
    </EmptyList>
  );
}

const SHOWN = 6;

interface JobStripsProps {
  readonly projectId: number;
  readonly filters: Filters<'job'>;
}

function JobStrips({ projectId, filters }: JobStripsProps) {
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
