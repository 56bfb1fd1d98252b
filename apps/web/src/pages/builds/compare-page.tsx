import { type ConsoleBuildDetail, type StripPoint, shownStatus } from '@slipway/contracts';
import { GitCompareArrows } from 'lucide-react';
import { useBuild, useJobs } from '../../data/builds.js';
import { Page } from '../../parts/page.js';
import { definePage, type Filters } from '../../routing/page.js';
import { FilterSelect } from '../../ui/filters.js';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/panel.js';
import { lookOf } from '../../ui/status.js';
import { BuildComparison } from './build-comparison.js';

export const page = definePage({
  path: '/projects/$projectId/builds/compare',
  label: 'Compare builds',
  icon: GitCompareArrows,
  words: 'diff difference regression',
  filters: ['job', 'before', 'after'],
});

export function ComparePage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters();
  const { before = '', after = '' } = filters.values;
  const reads = [useBuild(projectId, before), useBuild(projectId, after)];
  const builds = reads.flatMap(({ data }) => data ?? []);
  const [one, other] = builds;
  const failed = reads.find(({ data, error }) => error !== null && data === undefined);
  const isChosen = before !== '' && after !== '';
  return (
    <Page filters={<ChooseBuilds projectId={projectId} filters={filters} builds={builds} />}>
      {!isChosen && (
        <EmptyState title="Choose two builds">
          <p>
            You see their steps side by side, the changes between them, and the log lines that only the later one
            has.
          </p>
        </EmptyState>
      )}
      {isChosen && failed && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
      {isChosen && !failed && !(one && other) && <SkeletonRows />}
      {isChosen && !failed && one && other && (
        <BuildComparison key={`${one.id} ${other.id}`} projectId={projectId} builds={[one, other]} />
      )}
    </Page>
  );
}

interface ChooseBuildsProps {
  readonly projectId: number;
  readonly builds: readonly ConsoleBuildDetail[];
  readonly filters: Filters<'job' | 'before' | 'after'>;
}

function ChooseBuilds({ projectId, filters, builds }: ChooseBuildsProps) {
  const { data } = useJobs(projectId);
  const jobs = data?.jobs ?? [];
  const name = filters.values.job ?? builds[0]?.ci_job_name;
  const shown = jobs.find((job) => job.name === name) ?? jobs[0];
  const listed = shown?.builds.toReversed().map((build) => optionOf(shown.name, build)) ?? [];
  const known = new Set(listed.map(([id]) => id));
  const others = builds.filter(({ id }) => !known.has(id)).map((build) => optionOf(build.ci_job_name, build));
  const options = [...others, ...listed];
  return (
    <>
      <FilterSelect
        filters={filters}
        name="job"
        label="Any job"
        options={jobs.map((job) => [job.name, job.name])}
      />
      <FilterSelect filters={filters} name="before" label="First build" options={options} />
      <FilterSelect filters={filters} name="after" label="Second build" options={options} />
    </>
  );
}

function optionOf(
  job: string,
  build: Pick<StripPoint, 'id' | 'build_number' | 'status' | 'is_stale'>,
): [string, string] {
  return [build.id, `${job} #${build.build_number}, ${lookOf(shownStatus(build)).label.toLowerCase()}`];
}
