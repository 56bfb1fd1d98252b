import type { ConsoleProblemDetail } from '@slipway/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { timeZone } from '../words/clock.js';
import { describeFailedChange } from '../words/errors.js';
import { getConsoleProblem, listConsoleProblems, updateProblem } from './api.js';
import { call, fromAddress } from './call.js';

export function readProblems(projectId: number, query: Readonly<Record<string, unknown>>) {
  return call(listConsoleProblems, {
    params: { project_id: projectId },
    query: fromAddress({ limit: 50, time_zone: timeZone(), ...query }),
  });
}

export function useProblem(projectId: number, problemId: string) {
  return useQuery({
    queryKey: ['problem', projectId, 'detail', problemId],
    queryFn: () =>
      call(getConsoleProblem, {
        params: { project_id: projectId, problem_id: problemId },
        query: { time_zone: timeZone() },
      }),
  });
}

/** What a person can change about a problem. */
export type ProblemEdit = Partial<
  Pick<ConsoleProblemDetail, 'state' | 'mark' | 'assignee_user_id' | 'note' | 'task_id'>
>;

/** Edits a problem, and says so. */
export function useProblemEdit(projectId: number, problemId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ edit }: { readonly edit: ProblemEdit; readonly message: string }) =>
      call(updateProblem, {
        params: { project_id: projectId, problem_id: problemId },
        query: { time_zone: timeZone() },
        body: edit,
      }),
    onSuccess: async (problem, { message }) => {
      queries.setQueryData(['problem', projectId, 'detail', problemId], problem);
      toast(message);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['problem', projectId] }),
        queries.invalidateQueries({ queryKey: ['build_run', projectId, 'detail'] }),
      ]);
    },
    onError: (error) => toast.error(describeFailedChange(error, 'The problem was not changed')),
  });
}
