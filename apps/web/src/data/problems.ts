import type { ConsoleProblemDetail, PROBLEM_FILTERS } from '@slipway/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { timeZone } from '../words/clock.js';
import { getConsoleProblem, listConsoleProblems, updateProblem } from './api.js';
import { call } from './call.js';
import { useChange } from './change.js';
import type { ListQuery } from './pages.js';

export function readProblems(projectId: number, query: ListQuery<typeof PROBLEM_FILTERS>) {
  return call(listConsoleProblems, {
    params: { project_id: projectId },
    query: { limit: 50, time_zone: timeZone(), ...query },
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
  return useChange({
    async send({ edit }: { readonly edit: ProblemEdit; readonly message: string }) {
      const problem = await call(updateProblem, {
        params: { project_id: projectId, problem_id: problemId },
        query: { time_zone: timeZone() },
        body: edit,
      });
      queries.setQueryData(['problem', projectId, 'detail', problemId], problem);
      return problem;
    },
    refresh: [
      ['problem', projectId],
      ['build_run', projectId, 'detail'],
    ],
    message: (_problem, { message }) => message,
    refusal: 'The problem was not changed',
  });
}
