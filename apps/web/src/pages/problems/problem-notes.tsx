import type { ConsoleProblemDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useProjectPeople } from '../../data/people.js';
import { type ProblemEdit, useProblemEdit } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { toTask } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { Field, inputClass, Select, TextField } from '../../ui/field.js';
import { Panel } from '../../ui/panel.js';

const MAX_NOTE = 2_000;

interface ProblemNotesProps {
  readonly problem: ConsoleProblemDetail;
  readonly projectId: number;
}

/** Who takes care of a problem, in which task, and what people know about it. */
export function ProblemNotes({ problem, projectId }: ProblemNotesProps) {
  const { people } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const saving = useProblemEdit(projectId, problem.id);
  const [assignee, setAssignee] = useState(String(problem.assignee_user_id ?? ''));
  const [task, setTask] = useState(String(problem.task_id ?? ''));
  const [note, setNote] = useState(problem.note);
  const edit: ProblemEdit = {
    ...(assignee !== String(problem.assignee_user_id ?? '') && { assignee_user_id: numberOrNull(assignee) }),
    ...(task.trim() !== String(problem.task_id ?? '') && { task_id: numberOrNull(task) }),
    ...(note !== problem.note && { note }),
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    saving.mutate({ edit, message: 'Problem saved.' });
  }
  return (
    <Panel title="Who takes care of it">
      <form onSubmit={submit} className="grid max-w-3xl gap-4 p-4 sm:grid-cols-2">
        <Field label="Assignee">
          {(ids) => (
            <Select
              {...ids}
              disabled={!canEdit}
              value={assignee}
              options={[['', 'Nobody'], ...people.map(({ user_id: id, name }) => [String(id), name] as const)]}
              onChange={(event) => setAssignee(event.target.value)}
            />
          )}
        </Field>
        <TextField
          label="Task"
          inputMode="numeric"
          pattern="[0-9]*"
          placeholder="Task number"
          hint={
            problem.task_id !== null && (
              <Link {...toTask(projectId, problem.task_id)} className="text-accent-text hover:underline">
                Open task {problem.task_id}
              </Link>
            )
          }
          disabled={!canEdit}
          value={task}
          onChange={(event) => setTask(event.target.value)}
        />
        <div className="sm:col-span-2">
          <Field label="Note" hint="What to know or do when it happens again.">
            {(ids) => (
              <textarea
                {...ids}
                rows={3}
                maxLength={MAX_NOTE}
                disabled={!canEdit}
                className={`${inputClass} h-auto py-1.5`}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </div>
        {canEdit && (
          <Button
            type="submit"
            look="primary"
            className="justify-self-start"
            disabled={Object.keys(edit).length === 0 || saving.isPending}
          >
            Save
          </Button>
        )}
      </form>
    </Panel>
  );
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
