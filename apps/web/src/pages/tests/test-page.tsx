import type { TestDetail, TestVariantDetail } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { BellOff, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useProjectPeople } from '../../data/people.js';
import { useTest } from '../../data/tests.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { ProblemLink } from '../../parts/problems/problem-link.js';
import { MuteActions } from '../../parts/tests/mute-actions.js';
import { RenameAction } from '../../parts/tests/rename-action.js';
import { TestFailureText } from '../../parts/tests/test-failure.js';
import { TestStrip } from '../../parts/tests/test-strip.js';
import { failingSince, rateText } from '../../parts/tests/test-words.js';
import { definePage } from '../../routing/page.js';
import { toBuild } from '../../routing/records.js';
import { Chart } from '../../ui/chart.js';
import { FilterSelect } from '../../ui/filters.js';
import { ListPanel, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { durationsByDay } from './durations.js';

export const page = definePage({
  path: '/projects/$projectId/tests/$testId',
  label: 'Test',
  filters: ['variant'],
});

export function TestPage() {
  const { projectId, testId } = page.useParams();
  const query = useTest(projectId, testId);
  const test = query.data;
  if (test === undefined) return <RecordLoading query={query} />;
  return (
    <Page
      record={test.name}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          {test.name}
          <StatusPill state={test.verdict} />
          {test.muted_until !== null && <StatusPill state="muted" />}
        </span>
      }
      meta={<Meta test={test} projectId={projectId} />}
      actions={
        <>
          <RenameAction test={test} projectId={projectId} />
          <MuteActions test={test} projectId={projectId} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <MuteState test={test} projectId={projectId} />
        <Variants test={test} projectId={projectId} />
        <Durations test={test} projectId={projectId} />
        <Failures test={test} projectId={projectId} />
      </div>
    </Page>
  );
}

interface TestProps {
  readonly test: TestDetail;
  readonly projectId: number;
}

function Meta({ test, projectId }: TestProps) {
  const { path, suite, last_run_at: lastRun, last_failed_at: lastFailed, problem } = test;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 [overflow-wrap:anywhere]">
      {path !== '' && <span className="font-mono text-xs">{path}</span>}
      <span>{suite}</span>
      <span>
        Last run <Time at={lastRun} />
      </span>
      <span>{lastFailed === null ? 'Never failed' : <Time at={lastFailed} prefix="Last failed " />}</span>
      {problem !== null && (
        <span className="inline-flex items-center gap-2">
          Problem: <ProblemLink problem={problem} projectId={projectId} />
        </span>
      )}
    </span>
  );
}

function MuteState({ test, projectId }: TestProps) {
  const { nameOf } = useProjectPeople(projectId);
  const { muted_until: until, owner_user_id: owner, mute_reason: reason } = test;
  if (until === null) return null;
  return (
    <div className="flex gap-3 border-y border-line bg-idle-soft px-4 py-3 text-sm md:rounded-md md:border-x">
      <BellOff aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0">
        <p className="font-medium">
          Muted: its failures do not count. Ends <Time at={until} />.
        </p>
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          {owner !== null && `${nameOf(owner)} will fix it. `}
          {reason}
        </p>
      </div>
    </div>
  );
}

function Variants({ test, projectId }: TestProps) {
  return (
    <ListPanel title="History" note="Newest 100 runs" empty="It has not run since its results expired.">
      {test.variants.map((variant) => (
        <li key={variant.variant} className="flex flex-col gap-2 px-4 py-3">
          <Variant variant={variant} projectId={projectId} />
        </li>
      ))}
    </ListPanel>
  );
}

interface VariantProps {
  readonly variant: TestVariantDetail;
  readonly projectId: number;
}

function Variant({ variant, projectId }: VariantProps) {
  const { variant: label, verdict, explanation, flake_rate: rate, history } = variant;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <StatusPill state={verdict} />
        <h3 className="font-medium">{label || 'All variants'}</h3>
        {rate > 0 && (
          <span className="tnum ml-auto text-xs text-ink-soft">
            Fails {rateText(rate)} of the time on good code
          </span>
        )}
      </div>
      <p className="text-sm text-ink-soft">{explanation}</p>
      <FirstFailure variant={variant} projectId={projectId} />
      <TestStrip label={`Runs${label && ` on ${label}`}`} projectId={projectId} history={history} />
    </>
  );
}

function FirstFailure({ variant: { history }, projectId }: VariantProps) {
  const streak = failingSince(history);
  if (streak === null) return null;
  const { first, runs, lastPassing } = streak;
  return (
    <p className="text-sm text-ink-soft">
      Failing since{' '}
      <Link {...toBuild(projectId, first.build_run_id)} className="text-accent-text">
        #{first.build_number}
      </Link>
      , <Time at={first.started_at} /> ({plural(runs, 'run')}).{' '}
      {lastPassing ? (
        <>
          Last passed in{' '}
          <Link {...toBuild(projectId, lastPassing.build_run_id)} className="text-accent-text">
            #{lastPassing.build_number}
          </Link>
          .
        </>
      ) : (
        'It has not passed in the runs shown here.'
      )}
    </p>
  );
}

function Durations({ test, projectId }: TestProps) {
  const filters = page.useFilters();
  const navigate = useNavigate();
  const { variants } = test;
  const variant = variants.find(({ variant: label }) => label === filters.values.variant) ?? variants[0];
  const plotted = useMemo(() => durationsByDay(variant?.history ?? []), [variant]);
  if (plotted.days.length < 2) return null;
  const options = variants.slice(1).map(({ variant: label }) => [label, label] as const);
  return (
    <Panel
      title="Duration"
      aside={
        options.length > 0 && (
          <FilterSelect
            filters={filters}
            name="variant"
            label={variants[0]?.variant || 'First variant'}
            options={options}
          />
        )
      }
    >
      <div className="p-4">
        <Chart
          label="Duration"
          days={plotted.days}
          series={plotted.series}
          unit="milliseconds"
          onPick={(day) =>
            void navigate({ to: '/projects/$projectId/builds', params: { projectId }, search: { day } })
          }
        />
      </div>
    </Panel>
  );
}

function Failures({ test, projectId }: TestProps) {
  return (
    <ListPanel title="Newest failures" empty="No failure is known.">
      {test.failures.map((failure, place) => (
        <li key={`${failure.build_run_id} ${failure.variant} ${failure.attempt}`}>
          <details open={place === 0} className="group/failure">
            <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm hover:bg-hover">
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint group-open/failure:rotate-90" />
              <span className="font-medium">Build #{failure.build_number}</span>
              {failure.variant !== '' && <span>{failure.variant}</span>}
              {failure.attempt > 1 && <span className="text-ink-soft">Attempt {failure.attempt}</span>}
              <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft group-open/failure:invisible max-md:order-last max-md:basis-full max-md:pl-7 max-md:group-open/failure:hidden">
                {failure.message.split('\n')[0]}
              </span>
              <Time at={failure.started_at} className="ml-auto text-xs text-ink-faint" />
            </summary>
            <div className="flex flex-col items-start gap-2 px-4 pt-1 pb-4 md:pl-11">
              <TestFailureText failure={failure} />
              <Link {...toBuild(projectId, failure.build_run_id)} className="text-sm text-accent-text">
                Open build #{failure.build_number}
              </Link>
            </div>
          </details>
        </li>
      ))}
    </ListPanel>
  );
}
