import type { ConsoleProblemDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useForm } from '../../data/form.js';
import { useProjectPeople } from '../../data/people.js';
import { type ProblemEdit, useProblemEdit } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { toTask } from '../../routing/records.js';
import { SelectField, TextArea, TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

export interface ProblemProps {
  readonly problem: ConsoleProblemDetail;
  readonly projectId: number;
}

const MAX_NOTE = 2_000;

export function ProblemNotes({ problem, projectId }: ProblemProps) {
  const { people } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const saving = useProblemEdit(projectId, problem.id);
  const stored = {
    assignee: String(problem.assignee_user_id ?? ''),
    task: String(problem.task_id ?? ''),
    note: problem.note,
  };
  const form = useForm(stored, {
    send({ assignee, task, note }) {
      const edit: ProblemEdit = {
        ...(assignee !== stored.assignee && { assignee_user_id: numberOrNull(assignee) }),
        ...(task.trim() !== stored.task && { task_id: numberOrNull(task) }),
        ...(note !== stored.note && { note }),
      };
      return saving.mutateAsync({ edit, message: 'Problem saved.' });
    },
  });
  return (
    <Panel title="Who takes care of it">
      <Form form={form} className="grid max-w-3xl gap-4 p-4 sm:grid-cols-2">
        <SelectField
          label="Assignee"
          disabled={!canEdit}
          options={[['', 'Nobody'], ...people.map(({ user_id: id, name }) => [String(id), name] as const)]}
          {...form.register('assignee')}
          // The people may be loaded after the problem.
          value={form.values.assignee}
        />
        <TextField
          label="Task"
          inputMode="numeric"
          pattern="[0-9]*"
          placeholder="Task number"
          hint={
            problem.task_id !== null && (
              <Link {...toTask(projectId, problem.task_id)} className="text-accent-text">
                Open task {problem.task_id}
              </Link>
            )
          }
          disabled={!canEdit}
          {...form.register('task')}
        />
        <div className="sm:col-span-2">
          <TextArea
            label="Note"
            hint="What to know or do when it happens again."
            rows={3}
            maxLength={MAX_NOTE}
            disabled={!canEdit}
            {...form.register('note')}
          />
        </div>
        {canEdit && (
          <Submit look="primary" className="justify-self-start" disabled={!form.isChanged}>
            Save
          </Submit>
        )}
      </Form>
    </Panel>
  );
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
