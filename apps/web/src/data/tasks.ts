import type { TASK_FILTERS, Task, TaskDetail, TaskState } from '@slipway/contracts';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { getConsoleTask, listTasks, updateTask } from './api.js';
import { call } from './call.js';
import { useChange } from './change.js';
import type { ListQuery } from './pages.js';

export type TaskEdit = Partial<
  Pick<
    Task,
    'title' | 'description' | 'state' | 'task_type' | 'priority' | 'assignee_handle' | 'user_id' | 'labels'
  >
>;

export type TaskQuery = ListQuery<typeof TASK_FILTERS>;

type TaskPages = InfiniteData<{ readonly tasks: readonly Task[] }>;

export function useTask(projectId: number, taskId: number) {
  return useQuery({
    queryKey: ['task', projectId, 'detail', taskId],
    queryFn: () => call(getConsoleTask, { params: { project_id: projectId, task_id: taskId } }),
  });
}

export function readTasks(projectId: number, query: TaskQuery) {
  return call(listTasks, { params: { project_id: projectId }, query: { limit: 50, ...query } });
}

/** Edits a task. The page shows the edit immediately, and reverts it if the service refuses it. */
export function useTaskEdit(projectId: number) {
  const queries = useQueryClient();
  const filter = { queryKey: ['task', projectId] };
  const { mutate } = useChange({
    send: ({ id, edit }: { readonly id: number; readonly edit: TaskEdit }) =>
      call(updateTask, { params: { project_id: projectId, id }, body: edit }),
    refresh: [filter.queryKey],
    async show({ id, edit }) {
      await queries.cancelQueries(filter);
      const before = queries.getQueriesData(filter);
      queries.setQueriesData<TaskPages | TaskDetail>(filter, (data) => withEdit(data, id, edit));
      return () => before.map(([key, data]) => queries.setQueryData(key, data));
    },
    refusal: 'The task was not changed',
  });
  return mutate;
}

/** Moves a task, and offers to undo it. */
export function useTaskMove(projectId: number) {
  const edit = useTaskEdit(projectId);
  return (task: Task, state: TaskState) => {
    if (task.state === state) return;
    edit({ id: task.id, edit: { state } });
    toast(`“${task.title}” moved`, {
      action: { label: 'Undo', onClick: () => edit({ id: task.id, edit: { state: task.state } }) },
    });
  };
}

function withEdit(
  data: TaskPages | TaskDetail | undefined,
  id: number,
  edit: TaskEdit,
): TaskPages | TaskDetail | undefined {
  if (data === undefined) return data;
  if (!('pages' in data)) return data.id === id ? { ...data, ...edit } : data;
  const pages = data.pages.map((page) => ({
    ...page,
    tasks: page.tasks.map((task) => (task.id === id ? { ...task, ...edit } : task)),
  }));
  return { ...data, pages };
}
