import type { Restore } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toBuild } from '../../routing/records.js';
import { Chart, type ChartSeries } from '../../ui/chart.js';
import { duration, plural } from '../../ui/format.js';
import { Time } from '../../ui/time.js';
import { dayOf, median, perDay } from './by-day.js';
import { MetricPanel, MetricTable } from './metric-panel.js';
import { type PanelProps, useList } from './panel-props.js';

const at = ({ at: time }: Restore) => time;
const value = (rows: readonly Restore[]) => median(rows.map(({ seconds }) => seconds));

/** How long a broken job stays broken. */
export function TimeToRestore({ series, days, projectId }: PanelProps) {
  const { day, pick, list } = useList();
  const { restores } = series;
  const drawn = useMemo<ChartSeries[]>(
    () => [{ label: 'Median', kind: 'line', colour: 'accent', values: perDay(days, restores, { at, value }) }],
    [days, restores],
  );
  const shown = day === null ? restores : restores.filter((row) => dayOf(row.at) === day);
  const { time_to_restore_seconds: seconds } = series.summary;
  const number = plural(shown.length, 'recovery', 'recoveries');
  return (
    <MetricPanel
      title="Time to restore"
      value={seconds === null ? '–' : duration(seconds)}
      definition="Median time from a failed build to the next passing build of the same job. Failures without one are left out."
      chart={<Chart days={days} series={drawn} unit="seconds" onPick={pick} />}
      listTitle={day === null ? number : `${number}, ${day}`}
      {...list}
    >
      <MetricTable
        label="Recoveries"
        columns={['Job', 'Failed', 'Passed', 'Duration', 'When']}
        phoneColumns={4}
        empty="No failed build was followed by a passing one."
        rows={shown.map((row) => ({
          key: row.failed.id,
          cells: [
            row.job,
            <BuildLink key="failed" projectId={projectId} build={row.failed} />,
            <BuildLink key="passed" projectId={projectId} build={row.passed} />,
            duration(row.seconds),
            <Time key="at" at={row.at} />,
          ],
        }))}
      />
    </MetricPanel>
  );
}

function BuildLink({ projectId, build }: { readonly projectId: number; readonly build: Restore['failed'] }) {
  return (
    <Link {...toBuild(projectId, build.id)} className="text-accent-text hover:underline">
      #{build.build_number}
    </Link>
  );
}
