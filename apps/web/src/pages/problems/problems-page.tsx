import { type ConsoleProblem, PROBLEM_FILTERS } from '@slipway/contracts';
import { Bug } from 'lucide-react';
import { listConsoleProblems } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { ProblemPill } from '../../parts/problems/problem-pill.js';
import { dailyCounts, markWord, regressionWords } from '../../parts/problems/problem-words.js';
import { definePage } from '../../routing/page.js';
import { toProblem } from '../../routing/records.js';
import { FilterSelect } from '../../ui/filters.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, newest, right } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { TimeCell, useNow } from '../../ui/time.js';
import { timeZone } from '../../words/clock.js';
import { count, plural } from '../../words/format.js';

export const page = definePage({
  path: '/projects/$projectId/problems',
  label: 'Problems',
  icon: Bug,
  place: { group: 'project', order: 2 },
  words: 'failures causes flaky known regressions',
  filters: ['state'],
});

const STATES = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['ignored', 'Ignored'],
] as const;

export function ProblemsPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters(PROBLEM_FILTERS);
  const { state } = filters.query;
  const params = { project_id: projectId };
  const list = usePagedList(
    ['problem', projectId, 'list', state],
    listConsoleProblems,
    { params, query: { state, time_zone: timeZone() } },
    'problems',
  );
  return (
    <Page
      meta="What makes builds fail, and how often"
      filters={<FilterSelect filters={filters} name="state" label="Any state" options={STATES} />}
    >
      <PagedListView
        list={list}
        label="Problems"
        columns={COLUMNS}
        pageOf={({ id }) => toProblem(projectId, id)}
        empty={
          <EmptyList
            isFiltered={filters.isSet}
            unmatched={['No problem in this state', 'Choose another state to see the others.']}
            title="No problems yet"
          >
            <p>
              When a build fails and its log arrives, the cause appears here. Later builds that fail for the same
              reason join it.
            </p>
          </EmptyList>
        }
      >
        {(problem) => <ProblemRow problem={problem} projectId={projectId} />}
      </PagedListView>
    </Page>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 md:grid-cols-[96px_minmax(0,1fr)_120px_64px_88px]',
  headings: ['State', 'Problem', 'Last 30 days', right('Seen'), newest('Last seen')],
};

function ProblemRow({ problem, projectId }: { readonly problem: ConsoleProblem; readonly projectId: number }) {
  const now = useNow();
  const facts = [
    problem.jobs.slice(0, 2).join(', '),
    problem.mark && markWord(problem.mark),
    regressionWords(problem),
    problem.waits_for?.sentence,
  ];
  return (
    <>
      <td className="max-md:col-start-2 max-md:row-start-1">
        <ProblemPill problem={problem} />
      </td>
      <td className="min-w-0 max-md:col-start-1 max-md:row-start-1">
        <RecordLink to={toProblem(projectId, problem.id)} className="block truncate font-medium hover:underline">
          {problem.title}
        </RecordLink>
        <span className="block truncate text-xs text-ink-faint">{facts.filter(Boolean).join(' · ')}</span>
      </td>
      <td className="max-md:hidden">
        <SparkBars bars={dailyCounts(problem.days, now)} unit="failed build" />
      </td>
      <td className="tnum text-right text-sm" title={`Seen in ${plural(problem.seen_count, 'build')}`}>
        {count(problem.seen_count)}×
      </td>
      <TimeCell at={problem.last_seen_at} />
    </>
  );
}
