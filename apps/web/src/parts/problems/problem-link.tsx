import type { TestDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useProjectPeople } from '../../data/people.js';
import { toProblem } from '../../routing/records.js';
import { StatusPill } from '../../ui/status.js';
import { plural } from '../../words/format.js';

interface ProblemLinkProps {
  readonly problem: NonNullable<TestDetail['problem']>;
  readonly projectId: number;
}

/** The problem that a test is. */
export function ProblemLink({ problem, projectId }: ProblemLinkProps) {
  const { nameOf } = useProjectPeople(projectId);
  const { id, state, seen_count: seen, assignee_user_id: assignee } = problem;
  return (
    <>
      <Link {...toProblem(projectId, id)} className="text-accent-text">
        Seen in {plural(seen, 'build')}
      </Link>
      <StatusPill state={state} />
      {assignee !== null && <span className="text-ink-soft">{nameOf(assignee)}</span>}
    </>
  );
}
