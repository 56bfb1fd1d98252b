import { type MeasuredTestRun, TEST_METRICS, type TestMeasures, type TestSeries } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getTestSeries } from '../../data/api.js';
import { read } from '../../data/call.js';
import { toBuild } from '../../routing/records.js';
import { exactPercent } from '../../ui/chart.js';
import { Loaded } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { timeZone } from '../../words/clock.js';
import { count, duration, plural } from '../../words/format.js';
import {
  headline,
  type Metric,
  MetricPanel,
  MetricTable,
  type PanelProps,
  rowsOf,
  share,
} from './metric-panel.js';

interface TestMetric extends Metric<TestSeries['by_day'][number]> {
  readonly name: string;
  measure(measures: TestMeasures): number | null;
  format(value: number): string;
  isListed(row: MeasuredTestRun): boolean;
}

type Counts = Pick<TestMeasures, 'passed' | 'failed' | 'retried' | 'flaky'>;

const passRate = ({ passed, failed }: Counts) => share(passed, passed + failed);
const flakyShare = ({ passed, failed, retried, flaky }: Counts) => share(retried + flaky, passed + failed);
const lostTime = ({ runs, lost_seconds: lost }: TestMeasures) => (runs === 0 ? null : lost);
const results = ({ passed, failed }: Counts) => count(passed + failed);

const METRICS: readonly TestMetric[] = [
  {
    name: 'pass_rate',
    title: 'Test pass rate',
    definition: TEST_METRICS.pass_rate,
    chart: 'Test pass rate',
    unit: 'rate',
    plotted: [
      {
        label: 'Pass rate',
        kind: 'line',
        colour: 'accent',
        value: passRate,
        note: (day) => `${count(day.passed)} of ${results(day)}`,
      },
    ],
    measure: passRate,
    format: exactPercent,
    isListed: ({ failed }) => failed > 0,
  },
  {
    name: 'flaky_share',
    title: 'Flaky share',
    definition: TEST_METRICS.flaky_share,
    chart: 'Flaky share of test results',
    unit: 'rate',
    plotted: [
      {
        label: 'Flaky',
        kind: 'line',
        colour: 'warn-bar',
        value: flakyShare,
        note: (day) => `${count(day.retried + day.flaky)} of ${results(day)}`,
      },
    ],
    measure: flakyShare,
    format: exactPercent,
    isListed: ({ retried, flaky }) => retried + flaky > 0,
  },
  {
    name: 'lost',
    title: 'Time lost to flaky tests',
    definition: TEST_METRICS.lost,
    chart: 'Time lost to flaky tests',
    unit: 'seconds',
    plotted: [{ label: 'Lost', kind: 'bars', colour: 'warn-bar', empty: 0, value: lostTime }],
    measure: lostTime,
    format: duration,
    isListed: ({ lost_seconds: lost }) => lost > 0,
  },
];

/** The list that is open is read with the measurements: of one day, or of the whole period. */
export function TestPanels({
  children,
  ...props
}: PanelProps & { children(panels: React.ReactNode): React.ReactNode }) {
  const { days, projectId } = props;
  const lists = METRICS.map(({ name }) => rowsOf(name, props));
  const day = lists.find(({ isOpen }) => isOpen)?.day ?? undefined;
  const query = useQuery({
    ...read(['metrics', projectId, days.length, timeZone(), 'tests', day], getTestSeries, {
      params: { project_id: projectId },
      query: { days: days.length, time_zone: timeZone(), day },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (data === undefined) return <Loaded query={query} rows={6} />;
  if (data.by_day.length === 0) return null;
  return children(
    METRICS.map(({ name, measure, format, isListed, ...metric }) => {
      const list = rowsOf(name, props);
      const rows = data.rows.filter(isListed);
      return (
        <MetricPanel
          key={name}
          headline={headline(measure(data.now), measure(data.before), format)}
          days={days}
          byDay={data.by_day}
          rows={list}
          listTitle={titleOf(rows.length, list, day)}
          {...metric}
        >
          <Runs rows={rows} projectId={projectId} isCut={data.rows.length === MAX_ROWS} />
        </MetricPanel>
      );
    }),
  );
}

/** While the rows of a day are read for one list, those of the others are unknown. */
function titleOf(rows: number, { isOpen, day: own }: ReturnType<typeof rowsOf>, read: string | undefined): string {
  if (!isOpen && read !== undefined) return 'Runs';
  return own === null ? plural(rows, 'run') : `${plural(rows, 'run')} on ${own}`;
}

const MAX_ROWS = 1_000;

interface RunsProps {
  readonly rows: readonly MeasuredTestRun[];
  readonly projectId: number;
  readonly isCut: boolean;
}

function Runs({ rows, projectId, isCut }: RunsProps) {
  return (
    <>
      <MetricTable
        label="Test runs"
        columns={['Build', 'Suite', 'Passed', 'Failed', 'Flaky', 'Retried', 'Time lost', 'When']}
        phoneColumns={4}
        empty="No such runs."
        rows={rows.map(({ build, suite, variant, passed, failed, flaky, retried, lost_seconds: lost, at }) => ({
          key: `${build.id} ${suite} ${variant}`,
          cells: [
            <Link key="build" {...toBuild(projectId, build.id)} className="text-accent-text">
              {build.ci_job_name} #{build.build_number}
            </Link>,
            variant === '' ? suite : `${suite}, ${variant}`,
            count(passed),
            count(failed),
            count(flaky),
            count(retried),
            lost === 0 ? '–' : duration(lost),
            <Time key="at" at={at} />,
          ],
        }))}
      />
      {isCut && <p className="px-4 py-2 text-xs text-ink-faint">Only the newest 1,000 are listed.</p>}
    </>
  );
}
