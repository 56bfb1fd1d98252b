import type { JobMeasures, JobSeries } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { count, duration } from '../../words/format.js';
import type { Plotted } from './by-day.js';
import { headline, MetricPanel, MetricTable, type PanelProps, rowsOf } from './metric-panel.js';

interface BuildPanelProps extends PanelProps {
  readonly series: JobSeries;
}

type JobDay = JobSeries['by_day'][number];

const text = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));

const DURATION: readonly [Plotted<JobDay>, Plotted<JobDay>] = [
  { label: 'p50', kind: 'line', colour: 'accent', value: ({ p50_seconds: seconds }) => seconds },
  { label: 'p95', kind: 'line', colour: 'warn-bar', value: ({ p95_seconds: seconds }) => seconds },
];

export function BuildDuration({ series, ...props }: BuildPanelProps) {
  const { now, before, by_day: byDay } = series;
  return (
    <MetricPanel
      title="Build duration"
      headline={{ value: both(now), before: before.builds === 0 ? null : both(before) }}
      definition="Of the passing builds of this job, half took no longer than the first value (p50) and 95% no longer than the second (p95). At most 200 a day are measured."
      days={props.days}
      chart="Build duration"
      unit="seconds"
      byDay={byDay}
      plotted={DURATION}
      rows={rowsOf('duration', props)}
      onPick={useDay(props.projectId, series.job)}
      listTitle="Passing builds by day"
    >
      <Days series={series} columns={DURATIONS} {...props} />
    </MetricPanel>
  );
}

const both = ({ p50_seconds: p50, p95_seconds: p95 }: JobMeasures) => `${text(p50)} / ${text(p95)}`;

const QUEUE: readonly [Plotted<JobDay>] = [
  { label: 'Median', kind: 'line', colour: 'accent', value: ({ queue_seconds: seconds }) => seconds },
];

export function QueueTime({ series, ...props }: BuildPanelProps) {
  const { now, before, by_day: byDay } = series;
  return (
    <MetricPanel
      title="Queue time"
      headline={headline(now.queue_seconds, before.queue_seconds, duration)}
      definition="Median time from the first report of a passing build of this job to its start. Builds first reported while running are left out."
      days={props.days}
      chart="Median queue time"
      unit="seconds"
      byDay={byDay}
      plotted={QUEUE}
      rows={rowsOf('queue', props)}
      onPick={useDay(props.projectId, series.job)}
      listTitle="Passing builds by day"
    >
      <Days series={series} columns={QUEUE_TIMES} {...props} />
    </MetricPanel>
  );
}

function useDay(projectId: number, job: string | null) {
  const navigate = useNavigate();
  return (day: string) => void navigate(toDay(projectId, job, day));
}

const toDay = (projectId: number, job: string | null, day: string) =>
  ({
    to: '/projects/$projectId/builds',
    params: { projectId },
    search: { day, ...(job !== null && { job }) },
  }) as const;

type Column = readonly [name: string, measure: Exclude<keyof JobMeasures, 'builds'>];
const DURATIONS: readonly Column[] = [
  ['p50', 'p50_seconds'],
  ['p95', 'p95_seconds'],
];
const QUEUE_TIMES: readonly Column[] = [['Queue time', 'queue_seconds']];

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
