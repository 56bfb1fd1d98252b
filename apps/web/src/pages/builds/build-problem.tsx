import { Link } from '@tanstack/react-router';
import { ProblemMarkPicker, ProblemStateButtons } from '../../parts/problems/problem-actions.js';
import { regressionWords } from '../../parts/problems/problem-words.js';
import { toChange, toProblem } from '../../routing/records.js';
import { Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import type { BuildProps } from './finding.js';

export function BuildProblem({ build, projectId }: BuildProps) {
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
