import type { MeasuredDeployment } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toDeployment } from '../../routing/records.js';
import { Chart, type ChartSeries } from '../../ui/chart.js';
import { duration, plural } from '../../ui/format.js';
import { lookOf } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { dayOf, median, perDay } from './by-day.js';
import { MetricPanel, MetricTable } from './metric-panel.js';
import { type PanelProps, useList } from './panel-props.js';

const at = ({ at: time }: MeasuredDeployment) => time;
const number = (rows: readonly unknown[]) => rows.length;
const wentLive = ({ status }: MeasuredDeployment) => status === 'live' || status === 'rolled_back';
const isFailed = ({ status }: MeasuredDeployment) => status === 'rejected' || status === 'rolled_back';

/** How often a deployment went live. */
export function DeploymentFrequency({ series, days, projectId }: PanelProps) {
  const { day, pick, list } = useList();
  const live = useMemo(() => series.deployments.filter(wentLive), [series]);
  const drawn = useMemo<ChartSeries[]>(
    () => [
      { label: 'Went live', kind: 'bars', colour: 'ok-bar', values: perDay(days, live, { at, value: number }) },
    ],
    [days, live],
  );
  return (
    <MetricPanel
      title="Deployment frequency"
      value={`${((live.length * 7) / days.length).toFixed(1)} per week`}
      definition="Deployments that went live, per week. The chart counts them by day."
      chart={<Chart days={days} series={drawn} unit="number" onPick={pick} />}
      listTitle={titleOf(live, day)}
      {...list}
    >
      <Deployments rows={live} day={day} projectId={projectId} />
    </MetricPanel>
  );
}

/** How long a change takes to reach players. */
export function LeadTime({ series, days, projectId }: PanelProps) {
  const { day, pick, list } = useList();
  const measured = useMemo(() => series.deployments.filter(({ lead_seconds: lead }) => lead !== null), [series]);
  const drawn = useMemo<ChartSeries[]>(() => {
    const value = (rows: readonly MeasuredDeployment[]) => median(rows.map(({ lead_seconds: lead }) => lead ?? 0));
    return [{ label: 'Median', kind: 'line', colour: 'accent', values: perDay(days, measured, { at, value }) }];
  }, [days, measured]);
  const { lead_time_seconds: lead } = series.summary;
  return (
    <MetricPanel
      title="Lead time for changes"
      value={lead === null ? '–' : duration(lead)}
      definition="Median time from a commit or changelist to the first live deployment that contains it, according to the deployed build or commit."
      chart={<Chart days={days} series={drawn} unit="seconds" onPick={pick} />}
      listTitle={titleOf(measured, day)}
      {...list}
    >
      <Deployments rows={measured} day={day} projectId={projectId} />
    </MetricPanel>
  );
}

/** How often a deployment is rejected or rolled back. */
export function ChangeFailureRate({ series, days, projectId }: PanelProps) {
  const { day, pick, list } = useList();
  const failed = useMemo(() => series.deployments.filter(isFailed), [series]);
  const drawn = useMemo<ChartSeries[]>(
    () => [
      {
        label: 'Rejected or rolled back',
        kind: 'bars',
        colour: 'bad-bar',
        values: perDay(days, failed, { at, value: number }),
      },
    ],
    [days, failed],
  );
  const { change_failure_rate: rate } = series.summary;
  return (
    <MetricPanel
      title="Change failure rate"
      value={rate === null ? '–' : `${Math.round(rate * 100)}%`}
      definition="Share of finished deployments (live, rejected or rolled back) that were rejected or rolled back."
      chart={<Chart days={days} series={drawn} unit="number" onPick={pick} />}
      listTitle={titleOf(failed, day)}
      {...list}
    >
      <Deployments rows={failed} day={day} projectId={projectId} />
    </MetricPanel>
  );
}

const ofDay = (rows: readonly MeasuredDeployment[], day: string | null) =>
  day === null ? rows : rows.filter((row) => dayOf(row.at) === day);

function titleOf(rows: readonly MeasuredDeployment[], day: string | null): string {
  const number = plural(ofDay(rows, day).length, 'deployment');
  return day === null ? number : `${number} on ${day}`;
}

interface DeploymentsProps {
  readonly rows: readonly MeasuredDeployment[];
  readonly day: string | null;
  readonly projectId: number;
}

function Deployments({ rows, day, projectId }: DeploymentsProps) {
  return (
    <MetricTable
      label="Deployments"
      columns={['Deployment', 'State', 'Lead time', 'When']}
      phoneColumns={3}
      empty="No deployments in this period."
      rows={ofDay(rows, day).map((row) => ({
        key: row.id,
        cells: [
          <Link
            key="name"
            {...toDeployment(projectId, row.id)}
            className="capitalize text-accent-text hover:underline"
          >
            {row.platform.replaceAll('_', ' ')} {row.version}
          </Link>,
          lookOf(row.status).label,
          row.lead_seconds === null ? '–' : duration(row.lead_seconds),
          <Time key="at" at={row.at} />,
        ],
      }))}
    />
  );
}
