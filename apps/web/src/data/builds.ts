import { SlipwayError } from '@slipway/client';
import type * as contracts from '@slipway/contracts';
import type { ConsoleBuildDetail, ResponseOf } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorDetail } from '../words/errors.js';
import { plural } from '../words/format.js';
import { compareConsoleBuilds, getConsoleBuild, getWholeLog, investigateBuildRun, listJobs } from './api.js';
import { type Change, call, read, useChange, usePageRead } from './call.js';
import { useReloadAfter } from './live.js';

export function useJobs(projectId: number) {
  return usePageRead(['build_run', projectId, 'jobs'], listJobs, { params: { project_id: projectId } });
}

/** A build and everything its page shows. Also follows the investigation. Reads nothing if the id is empty. */
export function useBuild(projectId: number, buildId: string) {
  useReloadAfter('investigation', projectId, ['build_run', projectId, 'detail', buildId]);
  const params = { project_id: projectId, build_run_id: buildId };
  const query = read(['build_run', projectId, 'detail', buildId], getConsoleBuild, { params });
  return useQuery({ ...query, enabled: buildId !== '' });
}

type WholeLog = ResponseOf<typeof contracts.getWholeLog>;

type LoggedBuild = Pick<ConsoleBuildDetail, 'id' | 'updated_at' | 'has_log'>;

/** The log of a build. Logs are large, so it is loaded again only after the build was updated. */
export function useLog(projectId: number, { id, updated_at: version, has_log: hasLog }: LoggedBuild) {
  return useQuery({
    ...read(['log', projectId, id, version], getWholeLog, { params: { project_id: projectId, build_run_id: id } }),
    enabled: hasLog,
    select: fromFirstLine,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** A very long log with a mark and empty lines in place of its beginning, so that its lines keep their numbers. */
function fromFirstLine({ from_line: first, lines, truncated }: WholeLog): Pick<WholeLog, 'lines' | 'truncated'> {
  if (first === 1) return { lines, truncated };
  const mark = `[… ${(first - 1).toLocaleString('en-US')} lines are not shown here …]`;
  return { lines: [mark, ...new Array<string>(first - 2).fill(''), ...lines], truncated };
}

export function useComparison(projectId: number, buildId: string, otherId: string) {
  const params = { project_id: projectId, build_run_id: buildId, other_build_run_id: otherId };
  return useQuery(
    read(['build_run', projectId, 'comparison', buildId, otherId], compareConsoleBuilds, { params }),
  );
}

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
