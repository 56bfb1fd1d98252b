import type { MetricSeries, Outage } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { toBuild } from '../../routing/records.js';
import { Duration, Time } from '../../ui/time.js';
import { localDay } from '../../words/clock.js';
import { count, duration, plural } from '../../words/format.js';
import type { Plotted } from './by-day.js';
import { headline, MetricPanel, MetricTable, type PanelProps, rowsOf } from './metric-panel.js';

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

export function TimeToRestore({ outages, ...props }: RestorePanelProps) {
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
      listTitle={titleOf(shown, day)}
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

function titleOf(rows: readonly Outage[], day: string | null): string {
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
