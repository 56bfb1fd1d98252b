import type { Task } from '@slipway/contracts';
import { useEffect } from 'react';
import { listTasks } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { type TaskEdit, type TaskQuery, useTaskEdit } from '../../data/tasks.js';
import { Labels } from '../../parts/tasks/task-card.js';
import {
  openPicker,
  AssigneePicker,
  PriorityPicker,
  rememberLabels,
  StatePicker,
  TypePicker,
} from '../../parts/tasks/task-pickers.js';
import { toTask } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest, right } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { TimeCell } from '../../ui/time.js';

interface TaskListProps {
  readonly projectId: number;
  readonly filters: TaskQuery;
  readonly canEdit: boolean;
  onCreate(): void;
}

export function TaskList({ projectId, filters, canEdit, onCreate }: TaskListProps) {
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
