import { type BuildRerun, rerunBuildRun } from '@slipway/contracts';
import { findRerunBuild, recordProjectAction } from '@slipway/db';
import { findRerunPlace, parseLargeRowId, RERUN_TOOLS, redactName } from '@slipway/domain';
import { ApiError, accepted, found, ok, type Reply } from '@slipway/http';
import type { RerunResult } from '@slipway/queue';
import { OUTAGE_RETRY_SECONDS } from '../../limits.js';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

export const rerun = defineEndpoint(rerunBuildRun, async ({ caller, project, params, services }) => {
  const { database, reruns, clock, redactors } = services;
  const { id: projectId, accountId } = project;
  const buildRunId = found(parseLargeRowId(params.build_run_id));
  const build = found(await findRerunBuild(database, projectId, buildRunId));
  const place = findRerunPlace(build);
  if ('problem' in place) throw new ApiError('rerun_unavailable', { message: place.problem });
  const tool = RERUN_TOOLS[place.tool];
  const target = redactName(`${build.jobName} #${build.buildNumber}`, redactors.of(project));
  const record = () =>
    database.modelTransaction((tx) =>
      recordProjectAction(tx, {
        accountId,
        projectId,
        userId: caller.userId,
        action: 'build.rerun',
        target,
        detail: { project: project.name, build_run_id: buildRunId, tool },
        origin: caller,
      }),
    );
  const requestedAt = new Date(clock.now());
  const result = await reruns.ask({ projectId, buildRunId, requestedAt, record });
  return present(result, { tool, requestedAt });
});

function present(
  result: RerunResult,
  { tool, requestedAt }: { tool: string; requestedAt: Date },
): Reply<BuildRerun> {
  switch (result.kind) {
    case 'accepted':
      return accepted({
        requested: true,
        tool,
        requested_at: presentTime(requestedAt),
        message: `${tool} was asked to run the build again. It appears when ${tool} reports it.`,
      });
    case 'repeated':
      return ok({
        requested: false,
        tool,
        requested_at: presentTime(result.requestedAt),
        message: `${tool} was already asked less than a minute ago, so nothing more was started.`,
      });
    case 'failed': {
      const message = result.mayHaveStarted ? `${result.message} ${mayHaveStarted(tool)}` : result.message;
      throw new ApiError('rerun_failed', { message });
    }
    case 'no_answer':
      throw new ApiError('rerun_failed', { message: `${tool} did not answer in time. ${mayHaveStarted(tool)}` });
    case 'no_worker':
      throw new ApiError('unavailable', {
        message:
          'Slipway’s workers cannot be reached right now, so nothing was started. Try again in a few seconds.',
        retryAfterSeconds: OUTAGE_RETRY_SECONDS,
      });
  }
}

const mayHaveStarted = (tool: string) => `The build may have started: look in ${tool} before you try again.`;
