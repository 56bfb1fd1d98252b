import type { Task, TaskState } from '@slipway/contracts';
import { STATES } from '../../parts/tasks/task-words.js';

export type Columns = ReadonlyMap<TaskState, readonly Task[]>;

/** Sorts tasks into columns by state. A task that was just moved may be in two lists; it appears once. */
export function columnsOf(tasks: readonly Task[]): Columns {
  const unique = [...new Map(tasks.map((task) => [task.id, task])).values()];
  const newestFirst = unique.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
  return new Map(STATES.map(([state]) => [state, newestFirst.filter((task) => task.state === state)]));
}

/** The card that an arrow key moves to: in the same column, or at the same height in the next column that has cards. */
export function neighbourOf(columns: Columns, task: Task, key: string): Task | undefined {
  const column = columns.get(task.state) ?? [];
  const row = column.findIndex(({ id }) => id === task.id);
  if (key === 'ArrowDown' || key === 'j') return column[row + 1];
  if (key === 'ArrowUp' || key === 'k') return column[row - 1];
  const step = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[key];
  if (step === undefined) return undefined;
  const order = STATES.map(([state]) => columns.get(state) ?? []);
  for (let at = order.indexOf(column) + step; at >= 0 && at < order.length; at += step) {
    const beside = order[at] ?? [];
    if (beside.length > 0) return beside[Math.min(row, beside.length - 1)];
  }
  return undefined;
}
