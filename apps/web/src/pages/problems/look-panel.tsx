import type { ConsoleProblemDetail, ProblemLook } from '@slipway/contracts';
import { UserCheck } from 'lucide-react';
import { useProjectPeople } from '../../data/people.js';
import { useProblemEdit } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Panel } from '../../ui/panel.js';

interface LookProps {
  readonly problem: ConsoleProblemDetail;
  readonly projectId: number;
}

/** Who should look at the problem, and why; nothing if nobody is known. */
export function LookPanel({ problem, projectId }: LookProps) {
  const { nameOf } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const saving = useProblemEdit(projectId, problem.id);
  if (problem.should_look.length === 0) return null;
  return (
    <Panel title="Who should look">
      <ul aria-label="Who should look" className="divide-y divide-line">
        {problem.should_look.map((look) => {
          const name = nameOf(look.user_id) ?? look.group ?? '';
          const isAssigned = look.user_id !== null && look.user_id === problem.assignee_user_id;
          return (
            <li
              key={`${look.user_id} ${look.group_id}`}
              className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5 text-sm"
            >
              <Avatar name={name} />
              <Reasons name={name} look={look} />
              {canEdit && look.user_id !== null && !isAssigned && (
                <Button
                  size="small"
                  icon={UserCheck}
                  subject={`to ${name}`}
                  disabled={saving.isPending}
                  onClick={() =>
                    saving.mutate({ edit: { assignee_user_id: look.user_id }, message: `Assigned to ${name}.` })
                  }
                >
                  Assign
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Reasons({ name, look: { reasons } }: { readonly name: string; readonly look: ProblemLook }) {
  return (
    <div className="min-w-0 flex-1 basis-52">
      <div className="font-medium">{name}</div>
      {reasons.map((reason) => (
        <p key={reason} className="max-w-prose text-xs text-ink-soft [overflow-wrap:anywhere]">
          {reason}
        </p>
      ))}
    </div>
  );
}
