import type { JobMeasures, JobSeries } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { count, duration } from '../../words/format.js';
import type { Plotted } from './by-day.js';
import { type Headline, headline, MetricPanel, MetricTable, type PanelProps, rowsOf } from './metric-panel.js';

interface BuildPanelProps extends PanelProps {
  readonly series: JobSeries;
}

type JobDay = JobSeries['by_day'][number];

const text = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));

interface BuildMetric {
  readonly name: string;
  readonly title: string;
  readonly definition: string;
  readonly chart: string;
  readonly plotted: readonly [Plotted<JobDay>, ...Plotted<JobDay>[]];
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
      unit="seconds"
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
