import { TASK_FILTERS } from '@slipway/contracts';
import { Columns3, List as ListIcon, ListTodo, Plus } from 'lucide-react';
import { useState } from 'react';
import { useProjectPeople } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { NewTask } from '../../parts/tasks/new-task.js';
import { PRIORITIES, STATES, TYPES } from '../../parts/tasks/task-words.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { ClearFilters, FilterSelect, FilterText, Segmented } from '../../ui/filters.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { TaskBoard } from './task-board.js';
import { TaskList } from './task-list.js';

export const page = definePage({
  path: '/projects/$projectId/tasks',
  label: 'Tasks',
  icon: ListTodo,
  place: { group: 'project', order: 4 },
  words: 'board',
  filters: ['view', 'column', 'state', 'assignee', 'task_type', 'priority', 'label'],
});

export function TasksPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters(TASK_FILTERS);
  const { view } = filters.values;
  const { state: _, ...chosen } = filters.query;
  const [isCreating, setCreating] = useState(false);
  const canEdit = useAccount().read_only_reason === null;
  useShortcuts({ c: () => canEdit && setCreating(true) });
  return (
    <Page
      views={<SavedViews place={{ projectId, list: 'tasks' }} filters={filters} />}
      actions={
        <>
          <Segmented
            filters={filters}
            name="view"
            label="Task view"
            options={[
              { value: 'board', label: 'Board', icon: Columns3 },
              { value: 'list', label: 'List', icon: ListIcon },
            ]}
          />
          <Button
            look="primary"
            onClick={() => setCreating(true)}
            disabled={!canEdit}
            title="New task (c)"
            icon={Plus}
          >
            New task
          </Button>
        </>
      }
      filters={<TaskFilters projectId={projectId} />}
    >
      {view === 'list' ? (
        <TaskList
          projectId={projectId}
          filters={filters.query}
          canEdit={canEdit}
          onCreate={() => setCreating(true)}
        />
      ) : (
        <TaskBoard projectId={projectId} filters={chosen} address={filters} canEdit={canEdit} />
      )}
      <NewTask projectId={projectId} open={isCreating} onOpenChange={setCreating} />
    </Page>
  );
}

function TaskFilters({ projectId }: { readonly projectId: number }) {
  const filters = page.useFilters();
  const { people, handles } = useProjectPeople(projectId);
  const assignees = [
    ...people.map(({ user_id: id, name }) => [`user:${id}`, name] as const),
    ...handles.map((handle) => [`handle:${handle}`, `@${handle}`] as const),
  ];
  return (
    <>
      {filters.values.view === 'list' && (
        <FilterSelect filters={filters} name="state" label="Any state" options={STATES} />
      )}
      <FilterSelect filters={filters} name="assignee" label="Anyone" options={assignees} />
      <FilterSelect filters={filters} name="task_type" label="Any type" options={TYPES} />
      <FilterSelect filters={filters} name="priority" label="Any priority" options={PRIORITIES} />
      <FilterText filters={filters} name="label" label="Label" />
      <ClearFilters filters={filters} />
    </>
  );
}
