import { TASK_FILTERS, type Task } from '@slipway/contracts';
import { Columns3, List as ListIcon, ListTodo, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { listTasks } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { useProjectPeople } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import { type TaskEdit, type TaskQuery, useTaskEdit } from '../../data/tasks.js';
import { Page } from '../../parts/page.js';
import { NewTask } from '../../parts/tasks/new-task.js';
import { Labels } from '../../parts/tasks/task-card.js';
import {
  AssigneePicker,
  openPicker,
  PriorityPicker,
  rememberLabels,
  StatePicker,
  TypePicker,
} from '../../parts/tasks/task-pickers.js';
import { PRIORITIES, STATES, TYPES } from '../../parts/tasks/task-words.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toTask } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { ClearFilters, FilterSelect, FilterText, Segmented } from '../../ui/filters.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest, right } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { TimeCell } from '../../ui/time.js';
import { TaskBoard } from './task-board.js';

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

interface TaskListProps {
  readonly projectId: number;
  readonly filters: TaskQuery;
  readonly canEdit: boolean;
  onCreate(): void;
}

function TaskList({ projectId, filters, canEdit, onCreate }: TaskListProps) {
  const edit = useTaskEdit(projectId);
  const params = { project_id: projectId };
  const list = usePagedList(['task', projectId, 'list', filters], listTasks, { params, query: filters }, 'tasks');
  useEffect(() => rememberLabels(list.rows), [list.rows]);
  return (
    <PagedListView
      list={list}
      label="Tasks"
      columns={COLUMNS}
      pageOf={({ id }) => toTask(projectId, id)}
      onKey={(key, _task, row) => canEdit && openPicker(row, key)}
      empty={
        <NoTasks
          projectId={projectId}
          isFiltered={Object.keys(filters).length > 0}
          {...(canEdit && { onCreate })}
        />
      }
    >
      {(task) => (
        <TaskRow task={task} canEdit={canEdit} onEdit={(change) => edit({ id: task.id, edit: change })} />
      )}
    </PagedListView>
  );
}

interface TaskRowProps {
  readonly task: Task;
  readonly canEdit: boolean;
  onEdit(edit: TaskEdit): void;
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 md:grid-cols-[28px_28px_28px_72px_minmax(0,1fr)_minmax(0,220px)_140px_80px]',
  headings: [
    hidden('Priority'),
    hidden('State'),
    hidden('Type'),
    'Id',
    'Title',
    right('Labels'),
    'Assignee',
    newest('Created'),
  ],
};

function TaskRow({ task, canEdit, onEdit }: TaskRowProps) {
  const picker = { task, onEdit, compact: true, disabled: !canEdit };
  return (
    <>
      <td>
        <PriorityPicker {...picker} />
      </td>
      <td>
        <StatePicker {...picker} />
      </td>
      <td className="max-md:hidden">
        <TypePicker {...picker} />
      </td>
      <td className="font-mono text-xs text-ink-faint max-md:hidden">task-{task.id}</td>
      <td className="flex min-w-0">
        <RecordLink to={toTask(task.project_id, task.id)} className="truncate hover:underline">
          {task.title}
        </RecordLink>
      </td>
      <td className="flex min-w-0 justify-end gap-1 max-md:hidden">
        <Labels labels={task.labels} max={3} />
      </td>
      <td className="flex min-w-0 max-md:col-start-3 max-md:row-start-2">
        <AssigneePicker {...picker} />
      </td>
      <TimeCell at={task.created_at} className="max-md:col-start-4 max-md:row-start-2" />
    </>
  );
}

interface NoTasksProps {
  readonly projectId: number;
  readonly isFiltered: boolean;
  onCreate?(): void;
}

function NoTasks({ projectId, isFiltered, onCreate }: NoTasksProps) {
  const curl = [
    `curl -X POST ${window.location.origin}/api/v1/projects/${projectId}/tasks \\`,
    "  -H 'Authorization: Bearer <API token>' -H 'Content-Type: application/json' \\",
    `  -d '{"task": {"title": "Harbor crashes on load", "task_type": "bug", "priority": "high"}}'`,
  ].join('\n');
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={['No task matches', 'Try fewer filters.']}
      title="No tasks yet"
      action={onCreate && <Button onClick={onCreate}>New task</Button>}
    >
      <p>
        Tasks are assigned to people and agents. Commits that mention “task-12” are linked to that task. Agents
        create tasks like this:
      </p>
      <CodeBlock label="Create a task" text={curl} />
    </EmptyList>
  );
}
