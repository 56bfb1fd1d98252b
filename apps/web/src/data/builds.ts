import { SlipwayError } from '@slipway/client';
import type { BUILD_FILTERS, ConsoleBuildDetail, LiveChange } from '@slipway/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorDetail } from '../words/errors.js';
import { plural } from '../words/format.js';
import {
  compareConsoleBuilds,
  getConsoleBuild,
  getWholeLog,
  investigateBuildRun,
  listConsoleBuilds,
  listJobs,
} from './api.js';
import { call } from './call.js';
import { type Change, useChange } from './change.js';
import { useLiveChanges } from './live.js';
import { usePageQuery } from './page-query.js';
import type { ListQuery } from './pages.js';

export function readBuilds(projectId: number, query: ListQuery<typeof BUILD_FILTERS>) {
  return call(listConsoleBuilds, { params: { project_id: projectId }, query: { limit: 50, ...query } });
}

/** The jobs of a project with their last builds, and the branches they built. */
export function useJobs(projectId: number) {
  return usePageQuery(['build_run', projectId, 'jobs'], () =>
    call(listJobs, { params: { project_id: projectId } }),
  );
}

/** A build and everything its page shows. Also follows the investigation. Reads nothing if the id is empty. */
export function useBuild(projectId: number, buildId: string) {
  const queries = useQueryClient();
  useLiveChanges(
    useCallback(
      ({ project_id: changed, kinds }: LiveChange) => {
        if (changed !== projectId || !kinds.includes('investigation')) return;
        void queries.invalidateQueries({ queryKey: ['build_run', projectId, 'detail', buildId] });
      },
      [queries, projectId, buildId],
    ),
  );
  return useQuery({
    enabled: buildId !== '',
    queryKey: ['build_run', projectId, 'detail', buildId],
    queryFn: () =>
      call(getConsoleBuild, {
        params: { project_id: projectId, build_run_id: buildId },
      }),
  });
}

type LoggedBuild = Pick<ConsoleBuildDetail, 'id' | 'updated_at' | 'has_log'>;

/** The log of a build. Logs are large, so it is loaded again only after the build was updated. */
export function useLog(projectId: number, { id, updated_at: version, has_log: hasLog }: LoggedBuild) {
  return useQuery({
    enabled: hasLog,
    queryKey: ['log', projectId, id, version],
    queryFn: () =>
      call(getWholeLog, {
        params: { project_id: projectId, build_run_id: id },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** What differs between two builds. */
export function useComparison(projectId: number, buildId: string, otherId: string) {
  return useQuery({
    queryKey: ['build_run', projectId, 'comparison', buildId, otherId],
    queryFn: () =>
      call(compareConsoleBuilds, {
        params: { project_id: projectId, build_run_id: buildId, other_build_run_id: otherId },
      }),
  });
}

/** Starts the investigation of a failed build. */
export function useInvestigation<Build extends { readonly id: string }>(
  projectId: number,
  notices: Pick<Change<Build, unknown>, 'message' | 'refusal'> = {},
) {
  return useChange({
    send: ({ id }: Build) => call(investigateBuildRun, { params: { project_id: projectId, build_run_id: id } }),
    refresh: [['build_run', projectId], ['home']],
    ...notices,
  });
}

/** Why an investigation was not started, and what to do. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof SlipwayError)) return errorDetail(error);
  const { code, body, message } = error;
  if (code === 'insufficient_credits') {
    const required = plural(Number(body['credits_required']), 'credit');
    return `An investigation costs ${required}; this account has ${plural(Number(body['credits_available']), 'credit')}. Owners can get more under Plan and credits.`;
  }
  if (code === 'daily_limit_reached')
    return 'This account has used all of today’s investigations. Plan and credits shows when the limit resets.';
  if (code === 'demo_read_only') return 'This account is read-only, so you cannot start investigations.';
  return message;
}
