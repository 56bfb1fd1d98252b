import { Link } from '@tanstack/react-router';
import { useProblem } from '../../data/problems.js';
import { Page } from '../../parts/page.js';
import { ProblemMarkPicker, ProblemStateButtons } from '../../parts/problems/problem-actions.js';
import { dailyCounts, regressionWords } from '../../parts/problems/problem-words.js';
import { definePage } from '../../routing/page.js';
import { toBuild, toChange } from '../../routing/records.js';
import { LinkRow } from '../../ui/links.js';
import { Fact, ListPanel, Loaded, Panel } from '../../ui/panel.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Time, useNow } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { type ProblemProps, ProblemNotes } from './problem-notes.js';

export const page = definePage({
  path: '/projects/$projectId/problems/$problemId',
  label: 'Problem',
});

export function ProblemPage() {
  const { projectId, problemId } = page.useParams();
  const query = useProblem(projectId, problemId);
  const problem = query.data;
  if (problem === undefined) return <Loaded query={query} isBare />;
  return (
    <Page
      record={problem.title}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          {problem.title}
          <StatusPill state={problem.state} />
        </span>
      }
      meta={<Meta problem={problem} />}
      actions={
        <>
          <ProblemMarkPicker problem={problem} projectId={projectId} />
          <ProblemStateButtons problem={problem} projectId={projectId} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Overview problem={problem} projectId={projectId} />
        <ProblemNotes
          key={`${problem.note} ${problem.task_id} ${problem.assignee_user_id}`}
          problem={problem}
          projectId={projectId}
        />
        <Builds problem={problem} projectId={projectId} />
      </div>
    </Page>
  );
}

function Meta({ problem }: Pick<ProblemProps, 'problem'>) {
  const cameBack = regressionWords(problem);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>
        Seen in {plural(problem.seen_count, 'build')}, first <Time at={problem.first_seen_at} />, last{' '}
        <Time at={problem.last_seen_at} />
      </span>
      {cameBack && <span className="text-warn">{cameBack}</span>}
    </span>
  );
}

function Overview({ problem, projectId }: ProblemProps) {
  const now = useNow();
  const { suspected_change: suspected, likely_fix: fix } = problem;
  return (
    <Panel title="Cause">
      <div className="flex flex-col gap-4 p-4">
        <p className="overflow-hidden rounded-md border border-line bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere]">
          {problem.message}
        </p>
        <SparkBars bars={dailyCounts(problem.days, now)} unit="failed build" className="max-w-xl" />
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          <Fact label="Jobs">{problem.jobs.join(', ') || 'Unknown'}</Fact>
          <Fact label="Branches">{problem.branches.join(', ') || 'Unknown'}</Fact>
          <Fact label="Suspected change">
            {suspected ? (
              <Link {...toChange(projectId, suspected.id)} className="text-accent-text">
                <span className="font-mono text-xs">{suspected.display_identifier}</span>
                {problem.suspect && ` by ${problem.suspect}`}
              </Link>
            ) : (
              'None'
            )}
          </Fact>
          <Fact label="Resolution">
            <Resolution problem={problem} projectId={projectId} />
            {fix && (
              <>
                {' '}
                {problem.state === 'open' ? 'Fixed before by' : 'Likely fix:'}{' '}
                <Link {...toChange(projectId, fix.id)} className="font-mono text-xs text-accent-text">
                  {fix.display_identifier}
                </Link>
              </>
            )}
          </Fact>
        </dl>
      </div>
    </Panel>
  );
}

function Resolution({ problem, projectId }: ProblemProps) {
  const { state, resolved_at: at, resolved_by: by, fix_build_run_id: fixBuild } = problem;
  const passes = problem.passes_since_last_failure;
  if (state === 'open' && passes > 0) return <>{plural(passes, 'pass', 'passes')} of 3 since the last failure.</>;
  if (at === null) return <>Resolves itself after three passes.</>;
  return (
    <>
      {state === 'open' ? 'Last resolved ' : 'Resolved '}
      <Time at={at} /> {by === null ? 'by passing builds' : `by ${by}`}
      {fixBuild && (
        <>
          , starting with{' '}
          <Link {...toBuild(projectId, fixBuild)} className="text-accent-text">
            this build
          </Link>
        </>
      )}
      .
    </>
  );
}

function Builds({ problem, projectId }: ProblemProps) {
  return (
    <ListPanel title="Failed builds" empty="Its builds are older than the retention time and were deleted.">
      {problem.build_runs.map((build) => (
        <LinkRow key={build.id} to={toBuild(projectId, build.id)}>
          <StatusIcon state={build.status} />
          <span className="min-w-0 flex-1 truncate">
            {build.ci_job_name} <span className="tnum text-ink-soft">#{build.build_number}</span>
          </span>
          <span className="min-w-0 truncate font-mono text-xs text-ink-soft">{build.branch}</span>
          <Time at={build.failed_at} className="text-xs text-ink-faint" />
        </LinkRow>
      ))}
    </ListPanel>
  );
}
