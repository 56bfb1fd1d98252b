import type { Task, TaskState } from '@slipway/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { listTasks } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { type TaskEdit, type TaskQuery, useTaskEdit, useTaskMove } from '../../data/tasks.js';
import { rememberLabels } from '../../parts/tasks/task-pickers.js';
import { STATES } from '../../parts/tasks/task-words.js';
import type { Filters } from '../../routing/page.js';
import { Segmented } from '../../ui/filters.js';
import type { PagedList } from '../../ui/paged-list.js';
import { BoardColumn } from './board-column.js';
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
  /** Holds the column that phones show. */
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
