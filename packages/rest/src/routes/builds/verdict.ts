import { type BuildVerdict, judgeFinding } from '@slipway/contracts';
import { findBuildOutput, findJobBuild, findUploadedOutput, type SavedVerdict, saveVerdict } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

export const judge = defineEndpoint(judgeFinding, async ({ caller, project, params, body, services }) => {
  const { database, clock, investigations } = services;
  const { verdict, line = null } = body;
  if ((verdict === 'other_line') !== (line !== null))
    throw new ApiError('invalid_parameter', {
      message: 'line must be given with the verdict other_line, and only then.',
    });
  const build = found(await findJobBuild(database, project.id, found(parseLargeRowId(params.build_run_id))));
  const uploaded = await findUploadedOutput(database, { projectId: project.id, buildRunId: build.id });
  const log = uploaded === null ? await findBuildOutput(database, build) : null;
  const lines = uploaded?.totalLines ?? log?.content.split('\n').length ?? 0;
  if (line !== null && line > lines)
    throw new ApiError('invalid_parameter', { message: `line must be a line of the log, which has ${lines}.` });
  const sent = { verdict, line, userId: caller.userId, judgedAt: new Date(clock.now()) };
  const saved = await database.modelTransaction(async (tx) => {
    const judged = await saveVerdict(tx, build, sent);
    if (judged === null) throw new ApiError('no_finding');
    return judged;
  });
  await investigations.queueDiagnosis(build.id);
  return present(saved);
});

function present({
  buildRunId,
  verdict,
  line,
  judgedLine,
  category,
  confidence,
  ...rest
}: SavedVerdict): BuildVerdict {
  return {
    build_run_id: String(buildRunId),
    verdict,
    line,
    judged_line: judgedLine,
    category,
    confidence,
    user_id: rest.userId,
    judged_at: presentTime(rest.judgedAt),
  };
}
