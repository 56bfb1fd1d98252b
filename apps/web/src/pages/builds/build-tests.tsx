import type { BuildTest, BuildTestSummary, FailureClass } from '@slipway/contracts';
import { failureCounts } from '@slipway/domain/describe-tests';
import { listBuildTests } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import type { Filters } from '../../routing/page.js';
import { toTest } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { Segmented } from '../../ui/filters.js';
import { LinkRow } from '../../ui/links.js';
import { Panel, SkeletonRows } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { count, latency, plural } from '../../words/format.js';
import { FailedTest } from './failed-test.js';
import type { BuildProps } from './finding.js';

interface BuildTestsProps extends BuildProps {
  readonly filters: Filters<'tests'>;
}

/** The tests of a build; undefined while they are loaded. */
export function useTestSummary(props: BuildProps): BuildTestSummary | undefined {
  return useBuildTests(props).firstPage?.summary;
}

function useBuildTests({ build, projectId }: BuildProps, status?: 'passed' | 'skipped') {
  const params = { project_id: projectId, build_run_id: build.id };
  const key = ['test', projectId, 'build', build.id, status ?? ''];
  return usePagedList(key, listBuildTests, { params, query: { status, detailed: true } }, 'tests');
}

type TestList = ReturnType<typeof useBuildTests>;

/** The results of a build's tests; nothing for a build without any. */
export function BuildTests({ build, projectId, filters }: BuildTestsProps) {
  const list = useBuildTests({ build, projectId });
  const summary = list.firstPage?.summary;
  if (summary === undefined || summary.total === 0) return null;
  const chosen = filters.values.tests;
  const other = chosen === 'passed' || chosen === 'skipped' ? chosen : undefined;
  return (
    <Panel
      title="Tests"
      id="tests"
      aside={
        <Segmented
          filters={filters}
          name="tests"
          label="Which tests"
          options={[
            { value: 'failed', label: 'Failed', count: summary.failed + summary.errored },
            { value: 'skipped', label: 'Skipped', count: summary.skipped },
            { value: 'passed', label: 'Passed', count: summary.passed },
          ]}
        />
      }
    >
      <Summary summary={summary} />
      {other === undefined ? (
        <Failures list={list} summary={summary} build={build} projectId={projectId} />
      ) : (
        <OtherTests key={other} status={other} build={build} projectId={projectId} />
      )}
    </Panel>
  );
}

const LOOKS = { new_failure: 'failed', known_failure: 'failed', flaky: 'flaky', muted: 'muted' } as const;

function Summary({ summary }: { readonly summary: BuildTestSummary }) {
  const { total, passed, skipped } = summary;
  const counts = [
    ...failureCounts(summary).map(({ failure, text }) => [LOOKS[failure], text] as const),
    ...(passed > 0 ? [['passed', `${count(passed)} passed`] as const] : []),
    ...(skipped > 0 ? [['skipped', `${count(skipped)} skipped`] as const] : []),
  ];
  return (
    <p className="tnum flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-sm">
      {counts.map(([look, text]) => (
        <span key={text} className="inline-flex items-center gap-1.5">
          <StatusIcon state={look} />
          {text}
        </span>
      ))}
      <span className="ml-auto text-xs text-ink-faint">
        {plural(total, 'test')} in {latency(summary.duration_ms ?? 0)}
      </span>
    </p>
  );
}

const GROUPS: readonly (readonly [FailureClass, string])[] = [
  ['new_failure', 'New failures'],
  ['known_failure', 'Known failures'],
  ['flaky', 'Known to be flaky'],
  ['muted', 'Muted'],
];

interface FailuresProps extends BuildProps {
  readonly list: TestList;
  readonly summary: BuildTestSummary;
}

function Failures({ list, summary, build, projectId }: FailuresProps) {
  const failures = list.rows.filter(({ failure }) => failure != null);
  if (failures.length === 0) return <p className="p-4 text-sm text-ink-soft">{noFailuresText(summary)}</p>;
  return (
    <>
      {GROUPS.map(([kind, title]) => {
        const tests = failures.filter(({ failure }) => failure === kind);
        if (tests.length === 0) return null;
        return (
          <section key={kind} aria-label={title} className="border-line [section+&]:border-t">
            <h3 className="bg-sunken px-4 py-1.5 text-xs font-medium text-ink-soft">{title}</h3>
            <ul className="divide-y divide-line">
              {tests.map((test) => (
                <FailedTest key={keyOf(test)} test={test} build={build} projectId={projectId} />
              ))}
            </ul>
          </section>
        );
      })}
      {/* Failures come first, so a test that did not fail ends them. */}
      <More list={list} hasMore={list.hasMore && failures.length === list.rows.length} />
    </>
  );
}

const keyOf = ({ id, variant }: BuildTest) => `${id} ${variant}`;

function noFailuresText({ passed, skipped }: BuildTestSummary): string {
  if (passed === 0) return 'Every test was skipped.';
  return skipped === 0 ? 'Every test passed.' : 'Every test that ran passed.';
}

/** Below the tests are other parts of the page, so more are loaded only on demand. */
function More({ list, hasMore }: { readonly list: TestList; readonly hasMore: boolean }) {
  if (!hasMore) return null;
  return (
    <div className="border-t border-line p-2 text-center">
      <Button look="quiet" onClick={list.loadMore} disabled={list.isLoadingMore}>
        {list.isLoadingMore ? 'Loading' : 'Show more tests'}
      </Button>
    </div>
  );
}

interface OtherTestsProps extends BuildProps {
  readonly status: 'passed' | 'skipped';
}

function OtherTests({ status, build, projectId }: OtherTestsProps) {
  const list = useBuildTests({ build, projectId }, status);
  if (list.isLoading) return <SkeletonRows count={3} />;
  if (list.rows.length === 0) return <p className="p-4 text-sm text-ink-soft">No test {status}.</p>;
  return (
    <>
      <ul aria-label={`Tests that ${status}`} className="divide-y divide-line">
        {list.rows.map((test) => (
          <LinkRow key={keyOf(test)} to={toTest(projectId, test.id)}>
            <StatusIcon state={test.status} />
            <TestName test={test} />
            <span className="tnum shrink-0 text-xs text-ink-faint">
              {test.duration_ms !== null && latency(test.duration_ms)}
            </span>
          </LinkRow>
        ))}
      </ul>
      <More list={list} hasMore={list.hasMore} />
    </>
  );
}

function TestName({ test: { path, name, variant } }: { readonly test: BuildTest }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm">
        {path && <span className="text-ink-faint">{path}.</span>}
        <span className="font-medium">{name}</span>
      </span>
      {variant && <span className="block truncate text-xs text-ink-soft">{variant}</span>}
    </span>
  );
}
