import type { JobMeasures, JobSeries } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Chart } from '../../ui/chart.js';
import { count, duration } from '../../words/format.js';
import { comparedSeries, seriesOf } from './by-day.js';
import { headline } from './comparison.js';
import { MetricPanel, MetricTable } from './metric-panel.js';
import { type PanelProps, rowsOf } from './panel-props.js';

interface BuildPanelProps extends PanelProps {
  readonly series: JobSeries;
}

const text = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));

/** How long the builds of a job take. */
export function BuildDuration({ series, ...props }: BuildPanelProps) {
  const { days } = props;
  const { now, before, by_day: byDay } = series;
  const { list } = rowsOf('duration', props);
  const open = useDay(props.projectId, series.job);
  const drawn = useMemo(() => {
    const [p50, earlier] = comparedSeries(days, byDay, {
      label: 'p50',
      kind: 'line',
      colour: 'accent',
      value: ({ p50_seconds: seconds }) => seconds,
    });
    const p95 = seriesOf(days, byDay, {
      label: 'p95',
      kind: 'line',
      colour: 'warn-bar',
      value: ({ p95_seconds: seconds }) => seconds,
    });
    return [p50, p95, { ...earlier, label: `p50, ${days.length} days earlier` }];
  }, [days, byDay]);
  return (
    <MetricPanel
      title="Build duration"
      headline={{ value: both(now), before: before.builds === 0 ? null : both(before) }}
      days={days.length}
      definition="Of the passing builds of this job, half took no longer than the first value (p50) and 95% no longer than the second (p95). At most 200 a day are measured."
      chart={<Chart label="Build duration" days={days} series={drawn} unit="seconds" onPick={open} />}
      listTitle="Passing builds by day"
      {...list}
    >
      <Days series={series} columns={DURATIONS} {...props} />
    </MetricPanel>
  );
}

const both = ({ p50_seconds: p50, p95_seconds: p95 }: JobMeasures) => `${text(p50)} / ${text(p95)}`;

/** How long the builds of a job wait for a machine. */
export function QueueTime({ series, ...props }: BuildPanelProps) {
  const { days } = props;
  const { now, before, by_day: byDay } = series;
  const { list } = rowsOf('queue', props);
  const open = useDay(props.projectId, series.job);
  const drawn = useMemo(
    () =>
      comparedSeries(days, byDay, {
        label: 'Median',
        kind: 'line',
        colour: 'accent',
        value: ({ queue_seconds: seconds }) => seconds,
      }),
    [days, byDay],
  );
  return (
    <MetricPanel
      title="Queue time"
      headline={headline(now.queue_seconds, before.queue_seconds, duration)}
      days={days.length}
      definition="Median time from the first report of a passing build of this job to its start. Builds first reported while running are left out."
      chart={<Chart label="Median queue time" days={days} series={drawn} unit="seconds" onPick={open} />}
      listTitle="Passing builds by day"
      {...list}
    >
      <Days series={series} columns={QUEUE} {...props} />
    </MetricPanel>
  );
}

/** Opens the builds of a day. */
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
const QUEUE: readonly Column[] = [['Queue time', 'queue_seconds']];

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
          <Link
            key="day"
            {...toDay(projectId, series.job, row.day)}
            className="tnum text-accent-text hover:underline"
          >
            {row.day}
          </Link>,
          count(row.builds),
          ...columns.map(([, measure]) => text(row[measure])),
        ],
      }))}
    />
  );
}
