import { useParams } from '@tanstack/react-router';
import { Columns3, List as ListIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { useProjectPeople } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { ClearFilters, FilterSelect, FilterText, useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { Segmented } from '../../ui/segmented.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { NewTask } from './new-task.js';
import { TaskBoard } from './task-board.js';
import { TaskList } from './task-list.js';
import { PRIORITIES, STATES, TYPES } from './task-words.js';

/** The tasks of a project, as a board or as a list. */
export function TasksPage() {
  const projectId = Number(useParams({ strict: false }).projectId);
  const [{ view, state, assignee, task_type, priority, label }] = useFilters();
  const filters = { assignee, task_type, priority, label: label || undefined };
  const [isCreating, setCreating] = useState(false);
  const canEdit = useAccount().read_only_reason === null;
  useShortcuts({ c: () => canEdit && setCreating(true) });
  return (
    <Page
      title="Tasks"
      actions={
        <>
          <Segmented
            name="view"
            label="How tasks are shown"
            options={[
              { value: 'board', label: 'Board', icon: Columns3 },
              { value: 'list', label: 'List', icon: ListIcon },
            ]}
          />
          <Button look="primary" onClick={() => setCreating(true)} disabled={!canEdit} title="New task (c)">
            <Plus aria-hidden className="size-4" />
            New task
          </Button>
        </>
      }
      filters={<TaskFilters projectId={projectId} hasState={view === 'list'} />}
    >
      {view === 'list' ? (
        <TaskList
          projectId={projectId}
          filters={{ ...filters, state }}
          canEdit={canEdit}
          onCreate={() => setCreating(true)}
        />
      ) : (
        <TaskBoard projectId={projectId} filters={filters} canEdit={canEdit} />
      )}
      <NewTask projectId={projectId} open={isCreating} onOpenChange={setCreating} />
    </Page>
  );
}

function TaskFilters({ projectId, hasState }: { readonly projectId: number; readonly hasState: boolean }) {
  const { people, handles } = useProjectPeople(projectId);
  const assignees = [
    ...people.map(({ user_id: id, name }) => [`user:${id}`, name] as const),
    ...handles.map((handle) => [`handle:${handle}`, `@${handle}`] as const),
  ];
  return (
    <>
      {hasState && <FilterSelect name="state" label="Any state" options={STATES} />}
      <FilterSelect name="assignee" label="Anybody" options={assignees} />
      <FilterSelect name="task_type" label="Any type" options={TYPES} />
      <FilterSelect name="priority" label="Any priority" options={PRIORITIES} />
      <FilterText name="label" label="Label" />
      <ClearFilters names={['state', 'assignee', 'task_type', 'priority', 'label']} />
    </>
  );
}
