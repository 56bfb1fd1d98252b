import type { ConsoleProblemDetail, SnoozeEnd } from '@slipway/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { timeZone } from '../words/clock.js';
import {
  getConsoleProblem,
  getCulpritSearch,
  startCulpritSearch,
  stopCulpritSearch,
  updateProblem,
} from './api.js';
import { call, read, useChange } from './call.js';

export function useProblem(projectId: number, problemId: string) {
  const params = { project_id: projectId, problem_id: problemId };
  const query = { time_zone: timeZone() };
  return useQuery(read(['problem', projectId, 'detail', problemId], getConsoleProblem, { params, query }));
}

export function useCulpritSearch(projectId: number, problemId: string) {
  const params = { project_id: projectId, problem_id: problemId };
  return useQuery(read(['problem', projectId, 'culprit', problemId], getCulpritSearch, { params }));
}

/** Starts a search that requests up to so many runs. */
export function useSearchStart(projectId: number, problemId: string, maxRuns: number) {
  const params = { project_id: projectId, problem_id: problemId };
  return useChange({
    send: () => call(startCulpritSearch, { params, body: { max_runs: maxRuns } }),
    refresh: [['problem', projectId]],
    message: () => 'The search has started.',
  });
}

export function useSearchStop(projectId: number, problemId: string) {
  const params = { project_id: projectId, problem_id: problemId };
  return useChange({
    send: () => call(stopCulpritSearch, { params }),
    refresh: [['problem', projectId]],
    message: () => 'The search was stopped.',
    refusal: 'The search was not stopped',
  });
}

export type ProblemEdit = Partial<
  Pick<ConsoleProblemDetail, 'state' | 'mark' | 'assignee_user_id' | 'note' | 'task_id'>
> & { readonly snoozed_until?: Date | null; readonly snooze_ends?: SnoozeEnd };

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
