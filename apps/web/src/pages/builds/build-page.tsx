import { type BuildRun, type ConsoleBuildDetail, type ConsoleBuildField, shownStatus } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Download, ExternalLink, GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBuild, useLog } from '../../data/builds.js';
import { LogViewer } from '../../log/log-viewer.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { ProblemMarkPicker, ProblemStateButtons } from '../../parts/problems/problem-actions.js';
import { regressionWords } from '../../parts/problems/problem-words.js';
import { definePage } from '../../routing/page.js';
import { toBuild, toChange, toComparison, toDeployment, toProblem } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { LinkRow } from '../../ui/links.js';
import { ErrorState, ListPanel, Panel, SkeletonRows } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { bytes, plural } from '../../words/format.js';
import { BuildTask, LogSetup, PurgeLog, RerunBuild } from './build-actions.js';
import { ChangesSince } from './build-comparison.js';
import { Revision, Took } from './build-row.js';
import { BuildTests } from './build-tests.js';
import { type BuildProps, buildName } from './finding.js';
import { InvestigationCard } from './investigation-card.js';
import { NextStep } from './next-step.js';
import { StepWaterfall } from './step-waterfall.js';

export const page = definePage({
  path: '/projects/$projectId/builds/$buildId',
  label: 'Build',
  filters: ['tests'],
});

export function BuildPage() {
  const { projectId, buildId } = page.useParams();
  const query = useBuild(projectId, buildId);
  const { data: build } = query;
  if (build === undefined) return <RecordLoading query={query} />;
  return (
    <Page
      record={buildName(build)}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>
            {build.ci_job_name} <span className="tnum text-ink-soft">#{build.build_number}</span>
          </span>
          <StatusPill state={shownStatus(build)} />
        </span>
      }
      meta={<Meta build={build} projectId={projectId} />}
      actions={<Actions build={build} projectId={projectId} />}
    >
      <Content build={build} projectId={projectId} />
    </Page>
  );
}

function Content({ build, projectId }: BuildProps) {
  const filters = page.useFilters();
  const log = useLog(projectId, build);
  const keyLine = build.investigation?.evidence[0]?.line ?? build.diagnosis?.line;
  return (
    <>
      <NextStep build={build} projectId={projectId} />
      <div className="flex flex-col gap-4">
        {build.status === 'failed' && (
          <InvestigationCard build={build} projectId={projectId} lines={log.data?.lines} />
        )}
        <BuildProblem build={build} projectId={projectId} />
        <BuildTests build={build} projectId={projectId} filters={filters} />
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <StepWaterfall build={build} />
          <ChangesSince build={build} projectId={projectId} />
        </div>
        <Artifacts build={build} />
        <Deployments build={build} projectId={projectId} />
        <Panel title="Log" aside={<PurgeLog build={build} projectId={projectId} />}>
          <Log build={build} projectId={projectId} log={log} keyLine={keyLine} />
        </Panel>
      </div>
    </>
  );
}

interface LogProps extends BuildProps {
  readonly log: ReturnType<typeof useLog>;
  readonly keyLine: number | undefined;
}

function Log({ build, projectId, log, keyLine }: LogProps): ReactNode {
  if (!build.has_log && build.log_purge !== null)
    return (
      <p className="p-4 text-sm text-ink-soft">
        {build.log_purge.purged_by ?? 'An owner'} purged the log, <Time at={build.log_purge.purged_at} />.
      </p>
    );
  if (!build.has_log)
    return (
      <p className="p-4 text-sm text-ink-soft">
        {build.finished_at === null && !build.is_stale ? (
          'The log appears here once the build server sends it.'
        ) : (
          <>
            No log was sent. <LogSetup build={build} projectId={projectId} />
          </>
        )}
      </p>
    );
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (log.data === undefined) return <SkeletonRows count={12} />;
  return (
    <LogViewer
      lines={log.data.lines}
      truncated={log.data.truncated}
      keyLine={keyLine}
      isFailed={build.status === 'failed'}
      downloadName={`${build.ci_job_name}-${build.build_number}.log`}
    />
  );
}

/** Fields that the page shows elsewhere, together with others, or not at all. */
type NotInMeta =
  | 'id'
  | 'project_id'
  | 'status'
  | 'target_type'
  | 'ci_job_name'
  | 'build_number'
  | 'commit_hash'
  | 'changelist'
  | 'build_url'
  | 'finished_at'
  | 'created_at'
  | 'updated_at'
  | 'median_seconds'
  | 'is_stale'
  | 'change_id';

/** How the line below the title shows each field, in its order. */
const META: Record<Exclude<keyof BuildRun | ConsoleBuildField, NotInMeta>, (props: BuildProps) => ReactNode> = {
  branch: ({ build, projectId }) => (
    <span className="empty:hidden">
      {build.branch && `${build.branch} `}
      <Revision build={build} projectId={projectId} />
    </span>
  ),
  searched_problem_id: ({ build, projectId }) =>
    build.searched_problem_id && (
      <span>
        requested by a search for the culprit of{' '}
        <Link {...toProblem(projectId, build.searched_problem_id)} className="text-accent-text">
          problem {build.searched_problem_id}
        </Link>
      </span>
    ),
  started_by: ({ build }) => build.started_by && <span>started by {build.started_by}</span>,
  started_at: ({ build }) => <Time at={build.started_at ?? build.created_at} />,
  duration_seconds: ({ build }) => (
    <span>
      <Took build={build} />
    </span>
  ),
  build_type: ({ build }) => (
    <span className="capitalize">
      {build.build_type}, {build.target_type}
    </span>
  ),
};

function Meta(props: BuildProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      {Object.entries(META).map(([field, Shown]) => (
        <Shown key={field} {...props} />
      ))}
    </span>
  );
}

function Actions({ build, projectId }: BuildProps) {
  const { previous, next, last_passing: passing, build_url: url } = build;
  return (
    <>
      {build.status === 'failed' && <BuildTask build={build} projectId={projectId} />}
      <RerunBuild build={build} projectId={projectId} />
      {passing && (
        <Link {...toComparison(projectId, passing.id, build.id)} className={buttonClass('plain')}>
          <GitCompareArrows aria-hidden className="size-4" />
          Compare with #{passing.build_number}
        </Link>
      )}
      {previous && (
        <Link
          {...toBuild(projectId, previous.id)}
          className={buttonClass('plain')}
          title="Previous build of this job"
        >
          <ArrowLeft aria-hidden className="size-4" />#{previous.build_number}
        </Link>
      )}
      {next && (
        <Link {...toBuild(projectId, next.id)} className={buttonClass('plain')} title="Next build of this job">
          #{next.build_number}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
      {url && !isMasked(url) && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
          <ExternalLink aria-hidden className="size-4" />
          Build server
        </a>
      )}
    </>
  );
}

/** Whether part of a URL is masked, so that the link would not work. */
const isMasked = (url: string) => url.includes('[redacted');

function Artifacts({ build }: { readonly build: ConsoleBuildDetail }) {
  return (
    <ListPanel title="Artifacts">
      {build.artifacts.map(({ name, size_bytes: size, url }) => (
        <li key={name} className="flex items-center gap-3 px-4 py-2 text-sm">
          <span className="min-w-0 flex-1 truncate font-mono text-xs">{name}</span>
          <span className="tnum text-xs text-ink-faint">{bytes(size)}</span>
          {isMasked(url) && <span className="text-xs text-ink-faint">URL hidden: it contains a credential</span>}
          {url && !isMasked(url) && (
            <a href={url} rel="noreferrer" className={buttonClass('plain', 'small')}>
              <Download aria-hidden className="size-3.5" />
              Download
            </a>
          )}
        </li>
      ))}
    </ListPanel>
  );
}

function Deployments({ build, projectId }: BuildProps) {
  return (
    <ListPanel title="Deployments">
      {build.deployments.map(({ id, platform, status, version }) => (
        <LinkRow key={id} to={toDeployment(projectId, id)}>
          <StatusPill state={status} />
          <span className="min-w-0 flex-1 truncate capitalize">{platform.replaceAll('_', ' ')}</span>
          <span className="font-mono text-xs text-ink-soft">{version}</span>
        </LinkRow>
      ))}
    </ListPanel>
  );
}

function BuildProblem({ build, projectId }: BuildProps) {
  const { problem } = build;
  if (problem === null) return null;
  const isNew = problem.seen_count === 1;
  return (
    <Panel
      title="Problem"
      aside={
        <Link {...toProblem(projectId, problem.id)} className="text-xs text-accent-text">
          Show history
        </Link>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="flex min-w-0 flex-col gap-1 text-sm">
          <span className="flex flex-wrap items-center gap-2">
            <StatusPill state={problem.state} />
            {isNew ? (
              <span>New: not seen in any other build.</span>
            ) : (
              <span>
                Seen in {plural(problem.seen_count, 'build')} since <Time at={problem.first_seen_at} />
              </span>
            )}
            {regressionWords(problem) && <span className="text-warn">{regressionWords(problem)}</span>}
          </span>
          {problem.likely_fix && (
            <span className="text-ink-soft">
              Seen before, and then fixed by{' '}
              <Link {...toChange(projectId, problem.likely_fix.id)} className="font-mono text-xs text-accent-text">
                {problem.likely_fix.display_identifier}
              </Link>
            </span>
          )}
          {problem.note && <span className="max-w-prose whitespace-pre-wrap text-ink-soft">{problem.note}</span>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ProblemMarkPicker problem={problem} projectId={projectId} />
          <ProblemStateButtons problem={problem} projectId={projectId} />
        </div>
      </div>
    </Panel>
  );
}
