import { purgeBuildLog } from '@slipway/contracts';
import { ProjectHeldError, purgeBuildLog as removeLog } from '@slipway/db';
import { parseLargeRowId, redactName } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { OUTAGE_RETRY_SECONDS } from '@slipway/rest';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

/** Removes the log immediately; a worker removes it from the deliveries, however many there are. */
export const endpoint = defineConsoleEndpoint(purgeBuildLog, async (input) => {
  const { caller, project, params, audit, services } = input;
  const { database, reads, clock, deletions } = services;
  const buildRunId = found(parseLargeRowId(params.build_run_id));
  const { jobName, buildNumber } = found(await reads.findBuildRun(project.id, buildRunId));
  const purge = { projectId: project.id, buildRunId, userId: caller.userId, now: new Date(clock.now()) };
  try {
    await database.modelTransaction(async (tx) => {
      found((await removeLog(tx, purge)) || null);
      const target = redactName(`${jobName} #${buildNumber}`, services.redactors.of(project));
      await audit(tx, { target, detail: { project: project.name } });
      await deletions.log(buildRunId);
    });
  } catch (error) {
    if (!(error instanceof ProjectHeldError)) throw error;
    const message = 'Deliveries are being applied to this project. Try again in a few seconds.';
    throw new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause: error });
  }
  return done;
});
