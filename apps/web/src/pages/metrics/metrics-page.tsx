import type { MetricSeries, Outage } from '@slipway/contracts';
import { keepPreviousData, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { useMemo } from 'react';
import { getJobSeries, getMetricSeries } from '../../data/api.js';
import { read, usePageRead } from '../../data/call.js';
import { useProjects } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage, type Filters } from '../../routing/page.js';
import { toBuild } from '../../routing/records.js';
import { Select } from '../../ui/field.js';
import { EmptyPanel, Loaded, Panel } from '../../ui/panel.js';
import { Duration, Time } from '../../ui/time.js';
import { localDay, timeZone, zoneName } from '../../words/clock.js';
import { count, duration, plural } from '../../words/format.js';
import { lastDays, type Plotted } from './by-day.js';
import { BuildPanels, DeploymentPanels } from './deployment-panels.js';
import { JudgedFindings } from './judged-findings.js';
import { headline, MetricPanel, MetricTable, type PanelProps, rowsOf } from './metric-panel.js';
import { TestPanels } from './test-panels.js';

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
        <EmptyPanel title="Nothing to measure yet">
          <p>Metrics are computed from a project’s builds, changes and deployments.</p>
        </EmptyPanel>
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
          <TestPanels {...props}>
            {(panels) => (
              <>
                <h2 className="px-4 text-sm font-semibold md:px-0">Tests</h2>
                <div className={GRID}>{panels}</div>
              </>
            )}
          </TestPanels>
          <FlakyJobs series={series} projectId={projectId} />
          <JudgedFindings findings={series.judged_findings} />
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
        <BuildPanels {...props} />
      </div>
    </>
  );
}

function FlakyJobs({ series, projectId }: { readonly series: MetricSeries; readonly projectId: number }) {
  return (
    <Panel title="Flaky jobs">
      <p className="px-4 pt-3 pb-2 text-xs text-ink-faint">
        A job is flaky when it both failed and passed with the same commit or changelist. Jobs with fewer than five
        finished builds are left out.
        {series.flaky_since !== null && (
          <>
            {' '}
            This project has many builds: the newest 10,000 were searched, back to <Time at={series.flaky_since} />
            .
          </>
        )}
      </p>
      <MetricTable
        label="Flaky jobs"
        columns={['Job', 'Flaky revisions', 'Built more than once', 'Builds', 'Last flaky revision']}
        phoneColumns={3}
        empty="No job was flaky in this period."
        rows={series.flaky_jobs.map((job) => ({
          key: job.job,
          cells: [
            <Link
              key="job"
              to="/projects/$projectId/builds"
              params={{ projectId }}
              search={{ job: job.job }}
              className="text-accent-text"
            >
              {job.job}
            </Link>,
            count(job.flaky_revisions),
            count(job.repeated_revisions),
            count(job.finished_builds),
            <Link
              key="revision"
              to="/projects/$projectId/builds"
              params={{ projectId }}
              search={{ job: job.job, q: job.last_revision }}
              className="font-mono text-xs text-accent-text"
            >
              {job.last_revision.slice(0, 12)}
            </Link>,
          ],
        }))}
      />
    </Panel>
  );
}

interface RestorePanelProps extends PanelProps {
  readonly outages: MetricSeries['outages'];
}

const RESTORE: readonly [Plotted<MetricSeries['outages']['by_day'][number]>] = [
  {
    label: 'Median',
    kind: 'line',
    colour: 'accent',
    value: ({ seconds }) => seconds,
    note: ({ restored }) => plural(restored, 'outage'),
  },
];

function TimeToRestore({ outages, ...props }: RestorePanelProps) {
  const { now, before, by_day: byDay, rows } = outages;
  const list = rowsOf('outages', props);
  const { day } = list;
  const shown =
    day === null ? rows : rows.filter(({ restored_at: at }) => at !== null && localDay(new Date(at)) === day);
  return (
    <MetricPanel
      title="Time to restore"
      headline={headline(now.seconds, before.seconds, duration)}
      definition="Median duration of an outage: from the first failed build of a job to its next passing one. Outages that have not ended are listed, but not measured."
      days={props.days}
      chart="Median time to restore"
      unit="seconds"
      byDay={byDay}
      plotted={RESTORE}
      rows={list}
      listTitle={outagesTitle(shown, day)}
    >
      <MetricTable
        label="Outages"
        columns={['Job', 'Broken', 'Restored', 'Failures', 'Duration', 'When']}
        phoneColumns={3}
        empty="No outages."
        rows={shown.map((row) => ({ key: row.failed.id, cells: cellsOf(row, props.projectId) }))}
      />
    </MetricPanel>
  );
}

function outagesTitle(rows: readonly Outage[], day: string | null): string {
  if (day !== null) return `${plural(rows.length, 'outage')} ended on ${day}`;
  const lasting = rows.filter(({ restored_at: at }) => at === null).length;
  return `${plural(rows.length, 'outage')}${lasting > 0 ? `, ${count(lasting)} not over` : ''}`;
}

function cellsOf(outage: Outage, projectId: number) {
  const { job, failures, failed, passed, broken_at: brokenAt, restored_at: restoredAt } = outage;
  const seconds = restoredAt === null ? null : (Date.parse(restoredAt) - Date.parse(brokenAt)) / 1000;
  return [
    job,
    <BuildLink key="failed" projectId={projectId} build={failed} />,
    passed === null ? 'Not yet' : <BuildLink key="passed" projectId={projectId} build={passed} />,
    count(failures),
    <Duration key="duration" seconds={seconds} since={brokenAt} />,
    <Time key="at" at={restoredAt ?? brokenAt} />,
  ];
}

function BuildLink({ projectId, build }: { readonly projectId: number; readonly build: Outage['failed'] }) {
  return (
    <Link {...toBuild(projectId, build.id)} className="text-accent-text">
      #{build.build_number}
    </Link>
  );
}
