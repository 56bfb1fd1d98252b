import type { Task, TaskDetail, TaskState } from '@slipway/contracts';
import { type InfiniteData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { describeFailedChange } from '../words/errors.js';
import { createTask, getConsoleTask, listTasks, updateTask } from './api.js';
import { call, fromAddress } from './call.js';

export type TaskEdit = Partial<
  Pick<
    Task,
    'title' | 'description' | 'state' | 'task_type' | 'priority' | 'assignee_handle' | 'user_id' | 'labels'
  >
>;

type TaskPages = InfiniteData<{ readonly tasks: readonly Task[] }>;

export function useTask(projectId: number, taskId: number) {
  return useQuery({
    queryKey: ['task', projectId, 'detail', taskId],
    queryFn: () => call(getConsoleTask, { params: { project_id: projectId, task_id: taskId } }),
  });
}

export function readTasks(projectId: number, query: Readonly<Record<string, unknown>>) {
  return call(listTasks, {
    params: { project_id: projectId },
    query: fromAddress({ limit: 50, ...query }),
  });
}

/** Edits a task. The page shows the edit immediately, and reverts it if the service refuses it. */
export function useTaskEdit(projectId: number) {
  const queries = useQueryClient();
  const filter = { queryKey: ['task', projectId] };
  const { mutate } = useMutation({
    mutationFn: ({ id, edit }: { readonly id: number; readonly edit: TaskEdit }) =>
      call(updateTask, { params: { project_id: projectId, id }, body: edit }),
    onMutate: async ({ id, edit }) => {
      await queries.cancelQueries(filter);
      const before = queries.getQueriesData(filter);
      queries.setQueriesData<TaskPages | TaskDetail>(filter, (data) => withEdit(data, id, edit));
      return { before };
    },
    onError: (error, _edit, context) => {
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data);
      toast.error(describeFailedChange(error, 'The task was not changed'));
    },
    onSettled: () => queries.invalidateQueries(filter),
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

export function useTaskCreation(projectId: number, onCreated: (task: TaskDetail) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (task: TaskEdit & { readonly title: string }) =>
      call(createTask, {
        params: { project_id: projectId },
        body: task,
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: (task) => {
      void queries.invalidateQueries({ queryKey: ['task', projectId] });
      onCreated(task);
    },
  });
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
