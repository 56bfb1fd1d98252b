import type { Task, TaskState } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { usePagedList } from '../../data/pages.js';
import { readTasks, useTaskMove } from '../../data/tasks.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusIcon } from '../../ui/status.js';
import { Assignee, Labels, PriorityIcon } from './task-card.js';
import { STATES, stateLabel } from './task-words.js';

type Filters = Readonly<Record<string, string | undefined>>;

/** Tasks by state. Cards move by dragging, or with Shift and the arrow keys. */
export function TaskBoard({ projectId, filters }: { readonly projectId: number; readonly filters: Filters }) {
  return (
    <div className="grid auto-cols-[minmax(240px,1fr)] grid-flow-col gap-3 overflow-x-auto px-4 pb-4 md:px-0 max-md:auto-cols-[85%]">
      {STATES.map(([state, label]) => (
        <Column key={state} projectId={projectId} state={state} label={label} filters={filters} />
      ))}
    </div>
  );
}

interface ColumnProps {
  readonly projectId: number;
  readonly state: TaskState;
  readonly label: string;
  readonly filters: Filters;
}

function Column({ projectId, state, label, filters }: ColumnProps) {
  const list = usePagedList(
    ['task', projectId, 'board', state, filters],
    (cursor) => readTasks(projectId, { ...filters, state, cursor }),
    ({ tasks }) => tasks,
  );
  const move = useTaskMove(projectId);
  const [isOver, setOver] = useState(false);
  // A card that was just moved shows in its new column before the column is read again.
  const tasks = list.rows.filter((task) => task.state === state);
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        move(JSON.parse(event.dataTransfer.getData('application/json')) as Task, state);
      }}
      className={classNames(
        'flex min-w-0 flex-col rounded-md border bg-sunken',
        isOver ? 'border-accent' : 'border-line',
      )}
    >
      <h2 className="flex items-center gap-2 px-3 py-2 text-sm font-medium">
        <StatusIcon state={state} label={label} />
        {label}
        <span className="tnum text-xs font-normal text-ink-faint">
          {list.hasMore ? `${tasks.length}+` : tasks.length}
        </span>
      </h2>
      {list.error ? <ErrorState error={list.error} retry={list.reload} /> : null}
      {list.isLoading ? <SkeletonRows count={4} /> : null}
      <ul className="flex flex-col gap-2 px-2 pb-2">
        {tasks.map((task) => (
          <Card key={task.id} task={task} onMove={(next) => move(task, next)} />
        ))}
      </ul>
      {list.hasMore && (
        <Button look="quiet" className="m-2" onClick={list.loadMore} disabled={list.isLoadingMore}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Card({ task, onMove }: { readonly task: Task; readonly onMove: (state: TaskState) => void }) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: `/projects/${task.project_id}/tasks/${task.id}` });
  function onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.shiftKey && step !== undefined) {
      const place = STATES.findIndex(([state]) => state === task.state);
      const next = STATES[place + step]?.[0];
      if (next !== undefined) onMove(next);
    } else if (event.key === 'Enter') open();
    else return;
    event.preventDefault();
  }
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a draggable card with several parts */}
      <div
        role="button"
        tabIndex={0}
        draggable
        aria-label={`${task.title}, ${stateLabel(task.state)}. Shift and arrow keys move it.`}
        onDragStart={(event) => event.dataTransfer.setData('application/json', JSON.stringify(task))}
        onClick={open}
        onKeyDown={onKey}
        className="flex cursor-grab flex-col gap-1.5 rounded-md border border-line bg-surface p-2.5 text-sm hover:border-line-strong"
      >
        <span className="line-clamp-2">{task.title}</span>
        <span className="flex flex-wrap items-center gap-1.5">
          <PriorityIcon priority={task.priority} />
          <span className="font-mono text-xs text-ink-faint">task-{task.id}</span>
          <Labels labels={task.labels} />
          <span className="ml-auto min-w-0">
            <Assignee task={task} />
          </span>
        </span>
      </div>
    </li>
  );
}
