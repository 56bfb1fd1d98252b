import type { ConsoleProblem } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Bug } from 'lucide-react';
import { usePagedList } from '../../data/pages.js';
import { readProblems } from '../../data/problems.js';
import { dailyCounts, markWord, regressionWords } from '../../parts/problems/problem-words.js';
import { definePage } from '../../routing/page.js';
import { toProblem } from '../../routing/records.js';
import { FilterSelect } from '../../ui/filters.js';
import { plural } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { PagedListView } from '../../ui/paged-list.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { EmptyState } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { Time, useNow } from '../../ui/time.js';

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

/** The causes of a project's failed builds, last seen first. */
export function ProblemsPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const filters = page.useFilters();
  const { state } = filters.values;
  const list = usePagedList(
    ['problem', projectId, 'list', state],
    (cursor) => readProblems(projectId, { state, cursor }),
    ({ problems }) => problems,
  );
  return (
    <Page
      meta="What makes builds fail, and how often"
      filters={<FilterSelect filters={filters} name="state" label="Any state" options={STATES} />}
    >
      <PagedListView
        list={list}
        label="Problems"
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate(toProblem(projectId, id))}
        empty={<NoProblems isFiltered={state !== undefined} />}
      >
        {(problem) => <ProblemRow problem={problem} />}
      </PagedListView>
    </Page>
  );
}

function ProblemRow({ problem }: { readonly problem: ConsoleProblem }) {
  const now = useNow();
  const facts = [
    problem.jobs.slice(0, 2).join(', '),
    problem.mark && markWord(problem.mark),
    regressionWords(problem),
    problem.assignee,
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 md:grid-cols-[96px_minmax(0,1fr)_120px_64px_72px]">
      <span className="max-md:col-start-2 max-md:row-start-1">
        <StatusPill state={problem.state} />
      </span>
      <span className="min-w-0 max-md:col-start-1 max-md:row-start-1">
        <span className="block truncate font-medium">{problem.title}</span>
        <span className="block truncate text-xs text-ink-faint">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <SparkBars values={dailyCounts(problem.days, now)} unit="failed build" className="max-md:hidden" />
      <span className="tnum text-right text-sm" title={`Seen in ${plural(problem.seen_count, 'build')}`}>
        {problem.seen_count}×
      </span>
      <span className="text-right text-xs text-ink-faint">
        <Time at={problem.last_seen_at} />
      </span>
    </div>
  );
}

function NoProblems({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No problem in this state">
        <p>Choose another state to see the others.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No problems yet">
      <p>
        When an investigation finds why a build failed, the cause appears here. Later builds that fail for the same
        reason join it. Investigate a failed build, or turn on automatic investigation under Settings.
      </p>
    </EmptyState>
  );
}
