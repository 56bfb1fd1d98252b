import { useNavigate, useParams } from '@tanstack/react-router';
import { Columns3, List as ListIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../data/pages.js';
import { useProjectPeople } from '../../data/people.js';
import { readTasks } from '../../data/tasks.js';
import { Button } from '../../ui/button.js';
import { ClearFilters, FilterSelect, FilterText, useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { PagedListView } from '../../ui/paged-list.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { EmptyState } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { NewTask } from './new-task.js';
import { TaskBoard } from './task-board.js';
import { Assignee, Labels, PriorityIcon } from './task-card.js';
import { PRIORITIES, STATES, stateLabel, TYPES } from './task-words.js';

/** The tasks of a project, as a board or as a list. */
export function TasksPage() {
  const projectId = Number(useParams({ strict: false }).projectId);
  const [{ view, ...filters }, setFilter] = useFilters();
  const [isCreating, setCreating] = useState(false);
  const { people, handles } = useProjectPeople(projectId);
  const assignees = [
    ...people.map(({ user_id: id, name }) => [`user:${id}`, name] as const),
    ...handles.map((handle) => [`handle:${handle}`, `@${handle}`] as const),
  ];
  useShortcuts({ c: () => setCreating(true) });
  return (
    <Page
      title="Tasks"
      actions={
        <>
          <Button aria-pressed={view !== 'list'} onClick={() => setFilter('view', view === 'list' ? '' : 'list')}>
            {view === 'list' ? (
              <Columns3 aria-hidden className="size-4" />
            ) : (
              <ListIcon aria-hidden className="size-4" />
            )}
            {view === 'list' ? 'Board' : 'List'}
          </Button>
          <Button look="primary" onClick={() => setCreating(true)} title="New task (c)">
            <Plus aria-hidden className="size-4" />
            New task
          </Button>
        </>
      }
      filters={
        <>
          {view === 'list' && <FilterSelect name="state" label="Any state" options={STATES} />}
          <FilterSelect name="assignee" label="Anybody" options={assignees} />
          <FilterSelect name="task_type" label="Any type" options={TYPES} />
          <FilterSelect name="priority" label="Any priority" options={PRIORITIES} />
          <FilterText name="label" label="Label" />
          <ClearFilters names={['state', 'assignee', 'task_type', 'priority', 'label']} />
        </>
      }
    >
      {view === 'list' ? (
        <TaskList projectId={projectId} filters={filters} onCreate={() => setCreating(true)} />
      ) : (
        <TaskBoard projectId={projectId} filters={filters} />
      )}
      <NewTask projectId={projectId} open={isCreating} onOpenChange={setCreating} />
    </Page>
  );
}

interface TaskListProps {
  readonly projectId: number;
  readonly filters: Readonly<Record<string, string | undefined>>;
  onCreate(): void;
}

function TaskList({ projectId, filters, onCreate }: TaskListProps) {
  const navigate = useNavigate();
  const list = usePagedList(
    ['task', projectId, 'list', filters],
    (cursor) => readTasks(projectId, { ...filters, cursor }),
    ({ tasks }) => tasks,
  );
  return (
    <PagedListView
      list={list}
      label="Tasks"
      keyOf={({ id }) => String(id)}
      onOpen={({ id }) => void navigate({ to: `/projects/${projectId}/tasks/${id}` })}
      empty={
        <EmptyState title="No tasks here" action={<Button onClick={onCreate}>New task</Button>}>
          <p>Tasks belong to people and agents. Commits that mention “task-12” are linked with it.</p>
        </EmptyState>
      }
    >
      {(task) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PriorityIcon priority={task.priority} />
          <span className="w-16 shrink-0 font-mono text-xs text-ink-faint">task-{task.id}</span>
          <span className="min-w-48 flex-1 truncate">{task.title}</span>
          <Labels labels={task.labels} />
          <StatusPill state={task.state} label={stateLabel(task.state)} />
          <span className="w-28 truncate text-right">
            <Assignee task={task} />
          </span>
          <span className="w-20 text-right text-ink-faint">
            <Time at={task.updated_at} />
          </span>
        </div>
      )}
    </PagedListView>
  );
}
