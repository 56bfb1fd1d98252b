import { investigateBuildRun } from '@slipway/contracts';
import { findLiveInvestigation, startInvestigation } from '@slipway/db';
import { accountDay, newId, parseLargeRowId } from '@slipway/domain';
import { ApiError, accepted, found, ok } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentInvestigation } from '../builds.js';

export const investigate = defineEndpoint(investigateBuildRun, async ({ project, params, caller, services }) => {
  const { reads, database, clock, investigations } = services;
  const buildRunId = found(parseLargeRowId(params.build_run_id));
  const redactor = services.redactors.of(project);
  const status = found(await reads.findBuildStatus(project.id, buildRunId));
  if (status !== 'failed') throw new ApiError('build_not_failed');
  const live = await findLiveInvestigation(database, buildRunId);
  if (live !== null) return ok(presentInvestigation(live, redactor));
  const day = accountDay(clock.now());
  const start = await database.modelTransaction((tx) =>
    startInvestigation(tx, {
      id: newId(),
      accountId: project.accountId,
      projectId: project.id,
      buildRunId,
      userId: caller.userId,
      creditCost: investigations.creditCost,
      dailyLimit: investigations.dailyLimit,
      day: day.date,
    }),
  );
  switch (start.kind) {
    case 'daily_limit':
      throw new ApiError('daily_limit_reached', { retryAfterSeconds: day.secondsLeft });
    case 'insufficient_credits':
      throw new ApiError('insufficient_credits', {
        extra: { credits_required: investigations.creditCost, credits_available: start.available },
      });
    case 'existing':
      return ok(presentInvestigation(start.investigation, redactor));
    case 'started':
      await investigations.queue(start.investigation.id);
      return accepted(presentInvestigation(start.investigation, redactor));
  }
});
