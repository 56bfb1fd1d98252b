import type { JobMeasures, JobSeries, MeasuredDeployment, MetricSeries } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { toDeployment } from '../../routing/records.js';
import { platformLabel } from '../../ui/labels.js';
import { lookOf } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { localDay } from '../../words/clock.js';
import { count, duration, plural } from '../../words/format.js';
import {
  type Headline,
  headline,
  type Metric,
  MetricPanel,
  MetricTable,
  type PanelProps,
  percent,
  rowsOf,
  share,
} from './metric-panel.js';

type DeploymentDay = MetricSeries['deployments']['by_day'][number];

interface DeploymentPanelProps extends PanelProps {
  readonly deployments: MetricSeries['deployments'];
}

interface DeploymentMetric extends Metric<DeploymentDay> {
  readonly name: string;
  headline(measured: Pick<MetricSeries['deployments'], 'now' | 'before'>, days: number): Headline;
  isListed(row: MeasuredDeployment): boolean;
}

const DEPLOYMENT_METRICS: readonly DeploymentMetric[] = [
  {
    name: 'frequency',
    title: 'Deployment frequency',
    definition: 'Deployments that went live, per week. The chart counts them by day.',
    chart: 'Deployments that went live',
    unit: 'number',
    plotted: [{ label: 'Went live', kind: 'bars', colour: 'ok-bar', empty: 0, value: ({ live }) => live }],
    headline({ now, before }, days) {
      const perWeek = (live: number) => (live * 7) / days;
      const earlier = before.live === 0 ? null : perWeek(before.live);
      return headline(perWeek(now.live), earlier, (value) => `${value.toFixed(1)} per week`);
    },
    isListed: (row) => row.is_live,
  },
  {
    name: 'lead',
    title: 'Lead time for changes',
    definition:
      'Median time from a commit or changelist to the first live deployment that contains it, according to the deployed build or commit.',
    chart: 'Median lead time',
    unit: 'seconds',
    plotted: [{ label: 'Median', kind: 'line', colour: 'accent', value: ({ lead_seconds: lead }) => lead }],
    headline: ({ now, before }) => headline(now.lead_seconds, before.lead_seconds, duration),
    isListed: ({ lead_seconds: lead }) => lead !== null,
  },
  {
    name: 'failures',
    title: 'Change failure rate',
    definition:
      'Share of finished deployments (live, rejected or rolled back) that were rejected or rolled back. Days on which none finished are empty.',
    chart: 'Change failure rate',
    unit: 'share',
    plotted: [
      {
        label: 'Failure rate',
        kind: 'line',
        colour: 'bad-bar',
        value: ({ failed, finished }) => share(failed, finished),
        note: ({ failed, finished }) => `${count(failed)} of ${count(finished)}`,
      },
    ],
    headline: ({ now, before }) =>
      headline(share(now.failed, now.finished), share(before.failed, before.finished), percent),
    isListed: () => true,
  },
];

export function DeploymentPanels({ deployments, ...props }: DeploymentPanelProps) {
  return DEPLOYMENT_METRICS.map(({ name, headline: headlineOf, isListed, ...metric }) => {
    const list = rowsOf(name, props);
    const rows = ofDay(deployments.rows, list.day).filter(isListed);
    return (
      <MetricPanel
        key={name}
        headline={headlineOf(deployments, props.days.length)}
        days={props.days}
        byDay={deployments.by_day}
        rows={list}
        listTitle={titleOf(rows, list.day)}
        {...metric}
      >
        <Deployments rows={rows} projectId={props.projectId} isCut={isCut(deployments)} />
      </MetricPanel>
    );
  });
}

const ofDay = (rows: readonly MeasuredDeployment[], day: string | null) =>
  day === null ? rows : rows.filter((row) => localDay(new Date(row.at)) === day);

const isCut = ({ rows, now }: MetricSeries['deployments']) => rows.length < now.finished;

function titleOf(rows: readonly MeasuredDeployment[], day: string | null): string {
  const number = plural(rows.length, 'deployment');
  return day === null ? number : `${number} on ${day}`;
}

interface DeploymentsProps {
  readonly rows: readonly MeasuredDeployment[];
  readonly projectId: number;
  readonly isCut: boolean;
}

function Deployments({ rows, projectId, isCut: isListCut }: DeploymentsProps) {
  return (
    <>
      <MetricTable
        label="Deployments"
        columns={['Deployment', 'State', 'Lead time', 'When']}
        phoneColumns={3}
        empty="No deployments."
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <Link key="name" {...toDeployment(projectId, row.id)} className="text-accent-text">
              {platformLabel(row.platform)} {row.version}
            </Link>,
            lookOf(row.status).label,
            row.lead_seconds === null ? '–' : duration(row.lead_seconds),
            <Time key="at" at={row.at} />,
          ],
        }))}
      />
      {isListCut && <p className="px-4 py-2 text-xs text-ink-faint">Only the newest 1,000 are listed.</p>}
    </>
  );
}

interface BuildPanelProps extends PanelProps {
  readonly series: JobSeries;
}

type JobDay = JobSeries['by_day'][number];

const text = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));

interface BuildMetric extends Metric<JobDay> {
  readonly name: string;
  readonly columns: readonly Column[];
  headline(series: JobSeries): Headline;
}

type Column = readonly [name: string, measure: Exclude<keyof JobMeasures, 'builds'>];

const both = ({ p50_seconds: p50, p95_seconds: p95 }: JobMeasures) => `${text(p50)} / ${text(p95)}`;

const BUILD_METRICS: readonly BuildMetric[] = [
  {
    name: 'duration',
    title: 'Build duration',
    definition:
      'Of the passing builds of this job, half took no longer than the first value (p50) and 95% no longer than the second (p95). At most 200 a day are measured.',
    chart: 'Build duration',
    unit: 'seconds',
    plotted: [
      { label: 'p50', kind: 'line', colour: 'accent', value: ({ p50_seconds: seconds }) => seconds },
      { label: 'p95', kind: 'line', colour: 'warn-bar', value: ({ p95_seconds: seconds }) => seconds },
    ],
    columns: [
      ['p50', 'p50_seconds'],
      ['p95', 'p95_seconds'],
    ],
    headline: ({ now, before }) => ({ value: both(now), before: before.builds === 0 ? null : both(before) }),
  },
  {
    name: 'queue',
    title: 'Queue time',
    definition:
      'Median time from the first report of a passing build of this job to its start. Builds first reported while running are left out.',
    chart: 'Median queue time',
    unit: 'seconds',
    plotted: [{ label: 'Median', kind: 'line', colour: 'accent', value: ({ queue_seconds: seconds }) => seconds }],
    columns: [['Queue time', 'queue_seconds']],
    headline: ({ now, before }) => headline(now.queue_seconds, before.queue_seconds, duration),
  },
];

export function BuildPanels({ series, ...props }: BuildPanelProps) {
  const navigate = useNavigate();
  return BUILD_METRICS.map(({ name, columns, headline: headlineOf, ...metric }) => (
    <MetricPanel
      key={name}
      headline={headlineOf(series)}
      days={props.days}
      byDay={series.by_day}
      rows={rowsOf(name, props)}
      onPick={(day) => void navigate(toDay(props.projectId, series.job, day))}
      listTitle="Passing builds by day"
      {...metric}
    >
      <Days series={series} columns={columns} {...props} />
    </MetricPanel>
  ));
}

const toDay = (projectId: number, job: string | null, day: string) =>
  ({
    to: '/projects/$projectId/builds',
    params: { projectId },
    search: { day, ...(job !== null && { job }) },
  }) as const;

interface DaysProps extends Pick<BuildPanelProps, 'series' | 'projectId' | 'days'> {
  readonly columns: readonly Column[];
}

function Days({ series, projectId, days: [first = ''], columns }: DaysProps) {
  const rows = series.by_day.filter(({ day }) => day >= first);
  return (
    <MetricTable
      label="Passing builds by day"
      columns={['Day', 'Builds', ...columns.map(([name]) => name)]}
      empty="No passing builds."
      rows={rows.toReversed().map((row) => ({
        key: row.day,
        cells: [
          <Link key="day" {...toDay(projectId, series.job, row.day)} className="tnum text-accent-text">
            {row.day}
          </Link>,
          count(row.builds),
          ...columns.map(([, measure]) => text(row[measure])),
        ],
      }))}
    />
  );
}
