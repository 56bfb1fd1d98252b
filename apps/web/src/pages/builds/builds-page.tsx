import { BUILD_FILTERS, type ConsoleBuild } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { listConsoleBuilds } from '../../data/api.js';
import { describeRefusal, useInvestigation, useJobs } from '../../data/builds.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { BuildSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toBuild } from '../../routing/records.js';
import { ClearFilters, FilterSelect, FilterText } from '../../ui/filters.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { lookOf } from '../../ui/status.js';
import { addDays, formatDay, startOfDay, zoneName } from '../../words/clock.js';
import { BUILD_COLUMNS, BuildRow } from './build-row.js';
import { JobStrips } from './job-strips.js';

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
          <FilterSelect
            filters={filters}
            name="job"
            label="Any job"
            options={named(data?.jobs.map(({ name }) => name) ?? [], job)}
          />
          <FilterSelect
            filters={filters}
            name="branch"
            label="Any branch"
            options={named(data?.branches ?? [], branch)}
          />
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

/** The known values as options, including the chosen one even if no recent build has it. */
function named(known: readonly string[], chosen: string | undefined) {
  const names = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return names.map((name) => [name, name] as const);
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
