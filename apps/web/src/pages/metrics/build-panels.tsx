import type { BuildDay } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Chart, type ChartSeries } from '../../ui/chart.js';
import { count, duration } from '../../ui/format.js';
import { MetricPanel, MetricTable } from './metric-panel.js';
import { type PanelProps, useList } from './panel-props.js';

type Measure = 'p50_seconds' | 'p95_seconds' | 'queue_seconds';

function valuesOf(days: readonly string[], builds: readonly BuildDay[], measure: Measure): (number | null)[] {
  const byDay = new Map(builds.map((each) => [each.day, each[measure]]));
  return days.map((day) => byDay.get(day) ?? null);
}

const text = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));

/** How long builds take. */
export function BuildDuration({ series, days, projectId }: PanelProps) {
  const { list } = useList();
  const open = useDay(projectId);
  const drawn = useMemo<ChartSeries[]>(
    () => [
      { label: 'p50', kind: 'line', colour: 'accent', values: valuesOf(days, series.builds, 'p50_seconds') },
      { label: 'p95', kind: 'line', colour: 'warn-bar', values: valuesOf(days, series.builds, 'p95_seconds') },
    ],
    [days, series],
  );
  const { median_duration_seconds: median, p95_duration_seconds: p95 } = series.summary.builds;
  return (
    <MetricPanel
      title="Build duration"
      value={`${text(median)} / ${text(p95)}`}
      definition="Of the builds that passed or failed, half took no longer than the first value (p50) and 95% no longer than the second (p95)."
      chart={<Chart days={days} series={drawn} unit="seconds" onPick={open} />}
      listTitle="Builds by day"
      {...list}
    >
      <Days
        series={series}
        projectId={projectId}
        measures={['p50_seconds', 'p95_seconds']}
        names={['p50', 'p95']}
      />
    </MetricPanel>
  );
}

/** How long builds wait for a machine. */
export function QueueTime({ series, days, projectId }: PanelProps) {
  const { list } = useList();
  const open = useDay(projectId);
  const drawn = useMemo<ChartSeries[]>(
    () => [
      { label: 'Median', kind: 'line', colour: 'accent', values: valuesOf(days, series.builds, 'queue_seconds') },
    ],
    [days, series],
  );
  return (
    <MetricPanel
      title="Queue time"
      value={text(series.queue_seconds)}
      definition="Median time from a build’s first report to its start. Builds first reported while running are left out."
      chart={<Chart days={days} series={drawn} unit="seconds" onPick={open} />}
      listTitle="Builds by day"
      {...list}
    >
      <Days series={series} projectId={projectId} measures={['queue_seconds']} names={['Queue time']} />
    </MetricPanel>
  );
}

/** Opens the builds of a day. */
function useDay(projectId: number) {
  const navigate = useNavigate();
  return (day: string) =>
    void navigate({ to: '/projects/$projectId/builds', params: { projectId }, search: { day } });
}

interface DaysProps extends Pick<PanelProps, 'series' | 'projectId'> {
  readonly measures: readonly Measure[];
  readonly names: readonly string[];
}

function Days({ series, projectId, measures, names }: DaysProps) {
  return (
    <MetricTable
      label="Builds by day"
      columns={['Day', 'Builds', 'Failed', ...names]}
      empty="No builds in this period."
      rows={series.builds.toReversed().map((row) => ({
        key: row.day,
        cells: [
          <Link
            key="day"
            to="/projects/$projectId/builds"
            params={{ projectId }}
            search={{ day: row.day }}
            className="tnum text-accent-text hover:underline"
          >
            {row.day}
          </Link>,
          count(row.total),
          count(row.failed),
          ...measures.map((measure) => text(row[measure])),
        ],
      }))}
    />
  );
}
