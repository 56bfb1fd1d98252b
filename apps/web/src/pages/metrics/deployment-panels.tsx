import type { MeasuredDeployment, MetricSeries } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { toDeployment } from '../../routing/records.js';
import { platformLabel } from '../../ui/labels.js';
import { lookOf } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { localDay } from '../../words/clock.js';
import { count, duration, plural } from '../../words/format.js';
import type { Plotted } from './by-day.js';
import { headline, MetricPanel, MetricTable, type PanelProps, percent, rowsOf, share } from './metric-panel.js';

type DeploymentDay = MetricSeries['deployments']['by_day'][number];

interface DeploymentPanelProps extends PanelProps {
  readonly deployments: MetricSeries['deployments'];
}

const FREQUENCY: readonly [Plotted<DeploymentDay>] = [
  { label: 'Went live', kind: 'bars', colour: 'ok-bar', empty: 0, value: ({ live }) => live },
];

export function DeploymentFrequency({ deployments, ...props }: DeploymentPanelProps) {
  const { now, before, by_day: byDay } = deployments;
  const list = rowsOf('frequency', props);
  const rows = ofDay(deployments.rows, list.day).filter((row) => row.is_live);
  const perWeek = (live: number) => (live * 7) / props.days.length;
  const earlier = before.live === 0 ? null : perWeek(before.live);
  return (
    <MetricPanel
      title="Deployment frequency"
      headline={headline(perWeek(now.live), earlier, (value) => `${value.toFixed(1)} per week`)}
      definition="Deployments that went live, per week. The chart counts them by day."
      days={props.days}
      chart="Deployments that went live"
      unit="number"
      byDay={byDay}
      plotted={FREQUENCY}
      rows={list}
      listTitle={titleOf(rows, list.day)}
    >
      <Deployments rows={rows} projectId={props.projectId} isCut={isCut(deployments)} />
    </MetricPanel>
  );
}

const LEAD: readonly [Plotted<DeploymentDay>] = [
  { label: 'Median', kind: 'line', colour: 'accent', value: ({ lead_seconds: lead }) => lead },
];

export function LeadTime({ deployments, ...props }: DeploymentPanelProps) {
  const { now, before, by_day: byDay } = deployments;
  const list = rowsOf('lead', props);
  const rows = ofDay(deployments.rows, list.day).filter(({ lead_seconds: lead }) => lead !== null);
  return (
    <MetricPanel
      title="Lead time for changes"
      headline={headline(now.lead_seconds, before.lead_seconds, duration)}
      definition="Median time from a commit or changelist to the first live deployment that contains it, according to the deployed build or commit."
      days={props.days}
      chart="Median lead time"
      unit="seconds"
      byDay={byDay}
      plotted={LEAD}
      rows={list}
      listTitle={titleOf(rows, list.day)}
    >
      <Deployments rows={rows} projectId={props.projectId} isCut={isCut(deployments)} />
    </MetricPanel>
  );
}

const FAILURES: readonly [Plotted<DeploymentDay>] = [
  {
    label: 'Failure rate',
    kind: 'line',
    colour: 'bad-bar',
    value: ({ failed, finished }) => share(failed, finished),
    note: ({ failed, finished }) => `${count(failed)} of ${count(finished)}`,
  },
];

export function ChangeFailureRate({ deployments, ...props }: DeploymentPanelProps) {
  const { now, before, by_day: byDay } = deployments;
  const list = rowsOf('failures', props);
  const rows = ofDay(deployments.rows, list.day);
  return (
    <MetricPanel
      title="Change failure rate"
      headline={headline(share(now.failed, now.finished), share(before.failed, before.finished), percent)}
      definition="Share of finished deployments (live, rejected or rolled back) that were rejected or rolled back. Days on which none finished are empty."
      days={props.days}
      chart="Change failure rate"
      unit="share"
      byDay={byDay}
      plotted={FAILURES}
      rows={list}
      listTitle={titleOf(rows, list.day)}
    >
      <Deployments rows={rows} projectId={props.projectId} isCut={isCut(deployments)} />
    </MetricPanel>
  );
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
            <Link key="name" {...toDeployment(projectId, row.id)} className="text-accent-text hover:underline">
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
