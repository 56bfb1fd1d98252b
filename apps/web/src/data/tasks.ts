import type { TASK_FILTERS, Task, TaskDetail, TaskState } from '@slipway/contracts';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { Query } from '../routing/search.js';
import { getConsoleTask, updateTask } from './api.js';
import { call, read, useChange } from './call.js';

export type TaskEdit = Partial<
  Pick<
    Task,
    'title' | 'description' | 'state' | 'task_type' | 'priority' | 'assignee_handle' | 'user_id' | 'labels'
  >
>;

export type TaskQuery = Query<typeof TASK_FILTERS>;

type TaskPages = InfiniteData<{ readonly tasks: readonly Task[] }>;

export function useTask(projectId: number, taskId: number) {
  const params = { project_id: projectId, task_id: taskId };
  return useQuery(read(['task', projectId, 'detail', taskId], getConsoleTask, { params }));
}

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
