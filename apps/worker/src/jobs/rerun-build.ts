import { findRerunBuild } from '@slipway/db';
import type { RerunAnswer } from '@slipway/queue';
import { defineJob, type JobContext } from '../define-job.js';

/** Asks the tool of a build to run it again, and answers the request that waits for it. */
export const job = defineJob({
  name: 'rerun_build',
  async run({ requestId, projectId, buildRunId }, context) {
    const { reruns } = context;
    if (await reruns.claim(requestId)) await reruns.answer(requestId, await rerun(projectId, buildRunId, context));
  },
});

async function rerun(projectId: number, id: number, { database, reruns }: JobContext): Promise<RerunAnswer> {
  const build = await findRerunBuild(database, projectId, id);
  if (build !== null) return reruns.rerun(build);
  return { kind: 'failed', message: 'The build was deleted.', mayHaveStarted: false };
}
