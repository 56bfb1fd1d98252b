import type { Problem, ProblemMark } from '@slipway/contracts';
import { CircleCheck, EyeOff, RotateCcw } from 'lucide-react';
import { useProblemEdit } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { MARKS, markWord } from './problem-words.js';

interface ProblemActionsProps {
  readonly problem: Pick<Problem, 'id' | 'state' | 'mark'>;
  readonly projectId: number;
}

export function ProblemMarkPicker({ problem, projectId }: ProblemActionsProps) {
  const { mutate, isPending } = useProblemEdit(projectId, problem.id);
  const canEdit = useAccount().read_only_reason === null;
  function choose(value: string): void {
    const mark = value === '' ? null : (value as ProblemMark);
    const message = mark === null ? 'Mark removed.' : `Marked as ${markWord(mark).toLowerCase()}.`;
    mutate({ edit: { mark }, message });
  }
  return (
    <Select
      aria-label="Mark"
      disabled={!canEdit || isPending}
      value={problem.mark ?? ''}
      options={[['', 'Not marked'], ...MARKS]}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

export function ProblemStateButtons({ problem, projectId }: ProblemActionsProps) {
  const { mutate, isPending } = useProblemEdit(projectId, problem.id);
  const isDisabled = useAccount().read_only_reason !== null || isPending;
  if (problem.state !== 'open')
    return (
      <Button
        disabled={isDisabled}
        onClick={() => mutate({ edit: { state: 'open' }, message: 'Problem reopened.' })}
        icon={RotateCcw}
      >
        Reopen
      </Button>
    );
  return (
    <>
      <Button
        disabled={isDisabled}
        onClick={() => mutate({ edit: { state: 'resolved' }, message: 'Problem resolved.' })}
        icon={CircleCheck}
      >
        Resolve
      </Button>
      <Button
        disabled={isDisabled}
        onClick={() => mutate({ edit: { state: 'ignored' }, message: 'Problem ignored.' })}
        icon={EyeOff}
      >
        Ignore
      </Button>
    </>
  );
}
