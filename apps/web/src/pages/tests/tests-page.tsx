import { type ConsoleTest, TEST_FILTERS, TEST_VERDICTS, type TestCounts } from '@slipway/contracts';
import { FlaskConical } from 'lucide-react';
import { listConsoleTests } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { useProjectPeople } from '../../data/people.js';
import { useTestCounts } from '../../data/tests.js';
import { Page } from '../../parts/page.js';
import { TestReportSample } from '../../parts/samples.js';
import { OutcomeBars } from '../../parts/tests/test-strip.js';
import { rateText } from '../../parts/tests/test-words.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toTest } from '../../routing/records.js';
import { ClearFilters, FilterSelect, FilterText, withChosen } from '../../ui/filters.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, right } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { lookOf, StatusPill } from '../../ui/status.js';
import { Time, TimeCell } from '../../ui/time.js';
import { count, latency, plural } from '../../words/format.js';

export const page = definePage({
  path: '/projects/$projectId/tests',
  label: 'Tests',
  icon: FlaskConical,
  // After the builds, which are listed first.
  place: { group: 'project', order: 1 },
  words: 'flaky broken slow muted quarantine results junit',
  filters: ['q', 'suite', 'verdict', 'variant', 'muted', 'owner_user_id', 'sort'],
});

const SORTS = [
  ['flakiest', 'Flakiest first'],
  ['slowest', 'Slowest first'],
] as const;
const MUTED = [
  ['true', 'Muted'],
  ['false', 'Not muted'],
] as const;

export function TestsPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters(TEST_FILTERS);
  const query = { ...filters.query, sort: filters.query.sort ?? 'newest_failure' };
  const { data: counts } = useTestCounts(projectId);
  const { people, nameOf } = useProjectPeople(projectId);
  const params = { project_id: projectId };
  const list = usePagedList(['test', projectId, 'list', query], listConsoleTests, { params, query }, 'tests');
  const { suite, variant } = filters.values;
  const suites = withChosen(counts?.suites ?? [], suite);
  const variants = withChosen(counts?.variants ?? [], variant);
  return (
    <Page
      meta={counts && counts.total > 0 && describeCounts(counts)}
      views={<SavedViews place={{ projectId, list: 'tests' }} filters={filters} />}
      filters={
        <>
          <FilterText filters={filters} name="q" label="Path or name" />
          <FilterSelect filters={filters} name="verdict" label="Any verdict" options={verdictOptions(counts)} />
          {suites.length > 1 && <FilterSelect filters={filters} name="suite" label="Any suite" options={suites} />}
          {variants.length > 1 && (
            <FilterSelect filters={filters} name="variant" label="Any variant" options={variants} />
          )}
          <FilterSelect filters={filters} name="muted" label="Muted or not" options={MUTED} />
          <FilterSelect
            filters={filters}
            name="owner_user_id"
            label="Any owner"
            options={people.map(({ user_id: id, name }) => [String(id), name] as const)}
          />
          <FilterSelect filters={filters} name="sort" label="Newest failure first" options={SORTS} />
          <ClearFilters filters={filters} />
        </>
      }
    >
      <PagedListView
        list={list}
        label="Tests"
        columns={COLUMNS}
        pageOf={({ id }) => toTest(projectId, id)}
        empty={<NoTests isFiltered={filters.isSet || (counts?.total ?? 0) > 0} sort={query.sort} />}
      >
        {(test) => <TestRow test={test} projectId={projectId} owner={nameOf(test.owner_user_id)} />}
      </PagedListView>
    </Page>
  );
}

function describeCounts({ total, muted, verdicts }: TestCounts): string {
  const shown = verdicts
    .filter(({ verdict }) => ['broken', 'flaky', 'slow', 'silent'].includes(verdict))
    .map(({ verdict, count: tests }) => `${count(tests)} ${verdict}`);
  return [plural(total, 'test'), ...shown, muted > 0 && `${count(muted)} muted`].filter(Boolean).join(', ');
}

function verdictOptions(counts: TestCounts | undefined) {
  const countOf = new Map(counts?.verdicts.map(({ verdict, count: tests }) => [verdict, tests]));
  return TEST_VERDICTS.map((verdict) => {
    const tests = countOf.get(verdict);
    const { label } = lookOf(verdict);
    return [verdict, tests === undefined ? label : `${label} (${count(tests)})`] as const;
  });
}

const COLUMNS: Columns = {
  from: 'lg',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 lg:grid-cols-[92px_minmax(0,1fr)_112px_64px_72px_96px]',
  headings: ['Verdict', 'Test', 'Last 20 builds', right('Fails'), right('Took'), right('Last failed')],
};

interface TestRowProps {
  readonly test: ConsoleTest;
  readonly projectId: number;
  readonly owner: string | null;
}

function TestRow({ test, projectId, owner }: TestRowProps) {
  const { id, name, path, suite, verdict, flake_rate: rate, duration_ms: ms, muted_until: muted } = test;
  return (
    <>
      <td className="max-lg:col-start-2 max-lg:row-start-1">
        <StatusPill state={verdict} />
      </td>
      <td className="min-w-0 max-lg:col-start-1 max-lg:row-start-1">
        <RecordLink to={toTest(projectId, id)} className="block truncate font-medium hover:underline">
          {name}
        </RecordLink>
        <span className="flex min-w-0 items-center gap-x-2 text-xs text-ink-faint">
          <span className="truncate">{[path, suite].filter((part) => part !== '').join(' · ')}</span>
          {muted !== null && (
            <span className="shrink-0 text-ink-soft">
              Muted{owner && `, ${owner}`}, ends <Time at={muted} />
            </span>
          )}
        </span>
      </td>
      <td className="max-lg:col-start-1 max-lg:row-start-2">
        <OutcomeBars outcomes={test.outcomes} />
      </td>
      <td className="tnum text-right text-xs text-ink-soft max-lg:hidden" title="Share of attempts on good code">
        {rateText(rate) || '–'}
      </td>
      <td className="tnum text-right text-xs text-ink-soft max-lg:hidden">{ms === null ? '–' : latency(ms)}</td>
      <TimeCell at={test.last_failed_at} className="max-lg:col-start-2 max-lg:row-start-2" />
    </>
  );
}

const UNMATCHED: Readonly<Record<string, readonly [string, string]>> = {
  flakiest: ['No flaky test', 'Tests appear here once they failed now and then on code that also passes.'],
  slowest: ['No test', 'Only tests of the newest runs are listed here.'],
};

function NoTests({ isFiltered, sort }: { readonly isFiltered: boolean; readonly sort: string }) {
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={UNMATCHED[sort] ?? ['No test matches', 'Change or clear the filters above.']}
      title="No test results yet"
    >
      <p>
        Upload the reports of your test runs, and Slipway says which tests broke, which are flaky and which became
        slow, on each platform. It reads JUnit, NUnit, xUnit, TRX, Unreal and other formats. Use the token of the
        integration that reports your builds:
      </p>
      <TestReportSample />
    </EmptyList>
  );
}
