import type { Task, TaskState } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { listTasks } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { type TaskEdit, type TaskQuery, useTaskEdit, useTaskMove } from '../../data/tasks.js';
import { Labels, TypeIcon } from '../../parts/tasks/task-card.js';
import {
  AssigneePicker,
  openPicker,
  PriorityPicker,
  rememberLabels,
  StatePicker,
} from '../../parts/tasks/task-pickers.js';
import { STATES, stateBeside, stateLabel } from '../../parts/tasks/task-words.js';
import type { Filters } from '../../routing/page.js';
import { toTask } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Segmented } from '../../ui/filters.js';
import { RecordLink } from '../../ui/links.js';
import { useFirstThenAll } from '../../ui/list.js';
import type { PagedList } from '../../ui/paged-list.js';
import { ErrorState, SkeletonRows } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { count } from '../../words/format.js';
import { columnsOf, neighbourOf } from './board-columns.js';

function useColumn(projectId: number, state: TaskState, filters: TaskQuery): PagedList<Task> {
  const params = { project_id: projectId };
  return usePagedList(
    ['task', projectId, 'board', state, filters],
    listTasks,
    { params, query: { ...filters, state: [state] } },
    'tasks',
  );
}

interface TaskBoardProps {
  readonly projectId: number;
  readonly filters: TaskQuery;
  readonly address: Filters<'column'>;
  readonly canEdit: boolean;
}

/** Tasks by state. Dragging or Shift with the arrow keys moves a card; the arrow keys alone move the focus. */
export function TaskBoard({ projectId, filters, address, canEdit }: TaskBoardProps) {
  const lists = {
    to_do: useColumn(projectId, 'to_do', filters),
    in_progress: useColumn(projectId, 'in_progress', filters),
    blocked: useColumn(projectId, 'blocked', filters),
    completed: useColumn(projectId, 'completed', filters),
  };
  const move = useTaskMove(projectId);
  const edit = useTaskEdit(projectId);
  const board = useRef<HTMLDivElement>(null);
  const focused = useRef<number | null>(null);
  // Phones show one column at a time.
  const { column = 'to_do' } = address.values;
  const { to_do, in_progress, blocked, completed } = lists;
  // A card that was just moved appears in its new column before that column is reloaded.
  const columns = useMemo(
    () => columnsOf([...to_do.rows, ...in_progress.rows, ...blocked.rows, ...completed.rows]),
    [to_do.rows, in_progress.rows, blocked.rows, completed.rows],
  );
  const latest = useRef(columns);
  latest.current = columns;
  useEffect(() => rememberLabels([...columns.values()].flat()), [columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that changes its column is drawn anew
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    cardOf(board.current, focused.current)?.focus();
  }, [columns]);

  function onMoveFocus(task: Task, key: string): void {
    const next = neighbourOf(latest.current, task, key);
    if (next !== undefined) cardOf(board.current, next.id)?.focus();
  }
  return (
    <div ref={board} className="px-4 pb-4 md:px-0">
      <div className="pb-3 md:hidden">
        <Segmented
          filters={address}
          name="column"
          label="Column"
          options={STATES.map(([value, label]) => ({
            value,
            label,
            count: `${columns.get(value)?.length ?? 0}${lists[value].hasMore ? '+' : ''}`,
          }))}
        />
      </div>
      <div className="relative grid gap-3 overflow-x-auto xl:overflow-visible md:auto-cols-[minmax(236px,1fr)] md:grid-flow-col">
        {STATES.map(([state, label]) => (
          <BoardColumn
            key={state}
            state={state}
            label={label}
            list={lists[state]}
            tasks={columns.get(state) ?? []}
            canEdit={canEdit}
            onMove={move}
            onEdit={(task: Task, change: TaskEdit) => edit({ id: task.id, edit: change })}
            onMoveFocus={onMoveFocus}
            onFocus={(task) => {
              focused.current = task?.id ?? null;
            }}
            isChosen={state === column}
          />
        ))}
      </div>
    </div>
  );
}

const cardOf = (board: HTMLElement | null, id: number) =>
  board?.querySelector<HTMLElement>(`[data-task="${id}"]`) ?? null;

interface BoardCardProps {
  readonly task: Task;
  readonly canEdit: boolean;
  onMove(state: TaskState): void;
  onEdit(edit: TaskEdit): void;
  onMoveFocus(key: string): void;
  onFocus(task: Task | null): void;
}

const BoardCard = memo(
  function BoardCard({ task, canEdit, onMove, onEdit, onMoveFocus, onFocus }: BoardCardProps) {
    const navigate = useNavigate();
    const link = toTask(task.project_id, task.id);
    function act(event: KeyboardEvent<HTMLElement>): boolean {
      if (event.shiftKey) return moveBy(event.key);
      if (event.key === 'Enter') void navigate(link);
      else if (MOVES.has(event.key)) onMoveFocus(event.key);
      else return canEdit && openPicker(event.currentTarget, event.key);
      return true;
    }
    function moveBy(key: string): boolean {
      const step = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[key];
      const next = step && stateBeside(task.state, step);
      if (canEdit && next !== undefined) onMove(next);
      return step !== undefined;
    }
    function onKey(event: KeyboardEvent<HTMLElement>): void {
      if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
      if (act(event)) event.preventDefault();
    }
    return (
      <li
        data-task={task.id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the card takes the keys that move and edit it
        tabIndex={0}
        draggable={canEdit}
        aria-label={`${task.title}, ${stateLabel(task.state)}. Use Shift and the arrow keys to move it.`}
        onDragStart={(event) => event.dataTransfer.setData('application/json', JSON.stringify(task))}
        onFocus={() => onFocus(task)}
        onBlur={({ relatedTarget }) => relatedTarget !== null && onFocus(null)}
        onClick={(event) => {
          if (!(event.target as HTMLElement).closest('a, button')) void navigate(link);
        }}
        onKeyDown={onKey}
        className="flex cursor-pointer flex-col gap-1.5 rounded-md [contain-intrinsic-size:auto_84px] [content-visibility:auto] border border-line bg-surface p-2.5 text-sm hover:border-line-strong active:cursor-grabbing"
      >
        <RecordLink to={link} tabIndex={-1} draggable={false} className="line-clamp-2 hover:underline">
          {task.title}
        </RecordLink>
        {task.labels.length > 0 && (
          <span className="flex flex-wrap gap-1">
            <Labels labels={task.labels} max={3} />
          </span>
        )}
        <span className="flex items-center gap-1.5">
          <span className="contents md:hidden">
            <StatePicker task={task} onEdit={onEdit} compact disabled={!canEdit} />
          </span>
          <PriorityPicker task={task} onEdit={onEdit} compact disabled={!canEdit} />
          <TypeIcon type={task.task_type} />
          <span className="shrink-0 font-mono text-xs text-ink-faint">task-{task.id}</span>
          <span className="ml-auto flex min-w-0 justify-end">
            <AssigneePicker task={task} onEdit={onEdit} compact disabled={!canEdit} />
          </span>
        </span>
      </li>
    );
  },
  // The handlers read current values when they are called.
  (before, after) => before.task === after.task && before.canEdit === after.canEdit,
);

const MOVES: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'j', 'k']);

interface BoardColumnProps {
  readonly state: TaskState;
  readonly label: string;
  readonly list: PagedList<Task>;
  readonly tasks: readonly Task[];
  readonly canEdit: boolean;
  readonly isChosen: boolean;
  onMove(task: Task, state: TaskState): void;
  onEdit(task: Task, edit: TaskEdit): void;
  onMoveFocus(task: Task, key: string): void;
  onFocus(task: Task | null): void;
}

/** As many as a tall screen shows. */
const FIRST_CARDS = 12;

function BoardColumn(props: BoardColumnProps) {
  const { state, label, list, tasks, canEdit, isChosen, onMove, onEdit, onMoveFocus, onFocus } = props;
  const [isOver, setOver] = useState(false);
  const shown = useFirstThenAll(tasks, FIRST_CARDS);
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        if (!canEdit) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.getData('application/json');
        if (canEdit && dropped !== '') onMove(JSON.parse(dropped) as Task, state);
      }}
      className={classNames(
        'flex min-h-40 min-w-0 flex-col rounded-md border bg-sunken',
        isOver ? 'border-accent' : 'border-line',
        !isChosen && 'max-md:hidden',
      )}
    >
      <h2 className="z-10 flex items-center gap-2 rounded-md bg-sunken px-3 py-2 text-sm font-medium xl:sticky xl:top-12">
        <StatusIcon state={state} label={label} />
        {label}
        {!list.isLoading && (
          <span className="tnum text-xs font-normal text-ink-faint">
            {count(tasks.length)}
            {list.hasMore && '+'}
          </span>
        )}
      </h2>
      {list.error ? <ErrorState error={list.error} retry={list.reload} /> : null}
      {list.isLoading ? <SkeletonRows count={4} /> : null}
      {!list.isLoading && !list.error && tasks.length === 0 && (
        <p className="px-3 pb-3 text-xs text-ink-faint">No tasks. Drop one here to move it.</p>
      )}
      <ul className="flex flex-col gap-2 px-2 pb-2">
        {shown.map((task) => (
          <BoardCard
            key={task.id}
            task={task}
            canEdit={canEdit}
            onMove={(next) => onMove(task, next)}
            onEdit={(edit) => onEdit(task, edit)}
            onMoveFocus={(key) => onMoveFocus(task, key)}
            onFocus={onFocus}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button look="quiet" className="m-2" onClick={list.loadMore} disabled={list.isLoadingMore}>
          {list.isLoadingMore ? 'Loading' : 'Show more'}
        </Button>
      )}
    </section>
  );
}
