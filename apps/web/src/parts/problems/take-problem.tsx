import type { ConsoleProblemDetail } from '@slipway/contracts';
import { Hand } from 'lucide-react';
import { useProjectPeople } from '../../data/people.js';
import { useProblemEdit } from '../../data/problems.js';
import { useAccount, useSession } from '../../data/session.js';
import { Button } from '../../ui/button.js';

interface TakeProblemProps {
  readonly problem: ConsoleProblemDetail;
  readonly projectId: number;
}

/** One click to take care of an open problem; nothing for whoever has it, and for people outside the project. */
export function TakeProblem({ problem, projectId }: TakeProblemProps) {
  const { user } = useSession();
  const { people } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const { mutate, isPending } = useProblemEdit(projectId, problem.id);
  const isMember = people.some(({ user_id: id }) => id === user.id);
  if (problem.state !== 'open' || problem.assignee_user_id === user.id || !isMember || !canEdit) return null;
  return (
    <Button
      look={problem.assignee_user_id === null ? 'primary' : 'plain'}
      icon={Hand}
      disabled={isPending}
      onClick={() => mutate({ edit: { assignee_user_id: user.id }, message: 'You have taken the problem.' })}
    >
      Take it
    </Button>
  );
}
