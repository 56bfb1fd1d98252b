import { keepPreviousData, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useMemo } from 'react';
import { getJobSeries, getMetricSeries } from '../../data/api.js';
import { read, usePageRead } from '../../data/call.js';
import { useProjects } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage, type Filters } from '../../routing/page.js';
import { Select } from '../../ui/field.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { timeZone, zoneName } from '../../words/clock.js';
import { BuildDuration, QueueTime } from './build-panels.js';
import { lastDays } from './by-day.js';
import { DeploymentPanels } from './deployment-panels.js';
import { FlakyJobs } from './flaky-jobs.js';
import { TimeToRestore } from './restore-panel.js';

const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;
const DEFAULT_DAYS = 30;

export const page = definePage({
  path: '/insights',
  label: 'Metrics',
  icon: ChartNoAxesColumn,
  place: { group: 'workspace', order: 5, keys: 'g m' },
  words: 'insights charts',
  filters: ['project', 'days', 'job', 'rows'],
});

export function MetricsPage() {
  const projects = useProjects();
  const filters = page.useFilters();
  const chosen = Number(filters.values.project);
  const project = projects.find(({ id }) => id === chosen) ?? busiest(projects) ?? projects[0];
  const days = PERIODS.some(([value]) => value === filters.values.days)
    ? Number(filters.values.days)
    : DEFAULT_DAYS;
  if (project === undefined)
    return (
      <Page>
        <Panel>
          <EmptyState title="Nothing to measure yet">
            <p>Metrics are computed from a project’s builds, changes and deployments.</p>
          </EmptyState>
        </Panel>
      </Page>
    );
  return (
    <Page
      meta={`${project.name}, last ${days} days. Days are in your time zone, ${zoneName()}.`}
      actions={
        <>
          <Select
            aria-label="Project"
            value={String(project.id)}
            onChange={(event) => filters.set('project', event.target.value)}
            options={projects.map(({ id, name }) => [String(id), name] as const)}
          />
          <Select
            aria-label="Period"
            value={String(days)}
            onChange={(event) => filters.set('days', event.target.value)}
            options={PERIODS}
          />
        </>
      }
    >
      <Metrics projectId={project.id} count={days} filters={filters} />
    </Page>
  );
}

/** The default project: the first one whose main job is failing or running, otherwise the first one with builds. */
function busiest<P extends { readonly state: string; readonly health: string }>(
  projects: readonly P[],
): P | undefined {
  const active = projects.filter(({ state, health }) => state === 'active' && health !== 'idle');
  return active.find(({ health }) => health === 'bad' || health === 'active') ?? active[0];
}

interface MetricsProps {
  readonly projectId: number;
  readonly count: number;
  readonly filters: Filters<'job' | 'rows'>;
}

function Metrics({ projectId, count, filters }: MetricsProps) {
  const zone = timeZone();
  usePrefetchQuery(jobQuery(projectId, count, filters.values.job));
  const query = usePageRead(['metrics', projectId, count, zone], getMetricSeries, {
    params: { project_id: projectId },
    query: { days: count, time_zone: zone },
  });
  const days = useMemo(() => lastDays(count, new Date()), [count]);
  const props = { days, projectId, filters };
  return (
    <Loaded query={query} rows={12}>
      {(series) => (
        <div className="flex flex-col gap-4">
          <div className={GRID}>
            <DeploymentPanels deployments={series.deployments} {...props} />
            <TimeToRestore outages={series.outages} {...props} />
          </div>
          <JobMetrics {...props} />
          <FlakyJobs series={series} projectId={projectId} />
        </div>
      )}
    </Loaded>
  );
}

const GRID = 'grid grid-cols-1 items-start gap-4 lg:grid-cols-2';

interface JobMetricsProps extends Omit<MetricsProps, 'count'> {
  readonly days: readonly string[];
}

const jobQuery = (projectId: number, days: number, job: string | undefined) =>
  read(['metrics', projectId, days, timeZone(), 'job', job], getJobSeries, {
    params: { project_id: projectId },
    query: { days, time_zone: timeZone(), job },
  });

/** The builds of one job: jobs of different lengths have no common median. */
function JobMetrics({ projectId, days, filters }: JobMetricsProps) {
  const query = useQuery({
    ...jobQuery(projectId, days.length, filters.values.job),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (data === undefined) return <Loaded query={query} rows={6} />;
  if (data.job === null) return null;
  const props = { series: data, days, projectId, filters };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 md:px-0">
        <h2 className="text-sm font-semibold">Builds of</h2>
        <Select
          aria-label="Job"
          value={data.job}
          onChange={(event) => filters.set('job', event.target.value)}
          options={data.jobs.map((name) => [name, name] as const)}
        />
      </div>
      <div className={GRID}>
        <BuildDuration {...props} />
        <QueueTime {...props} />
      </div>
    </>
  );
}
