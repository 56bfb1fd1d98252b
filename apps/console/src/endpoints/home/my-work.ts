import { getMyWork } from '@slipway/contracts';
import { redactName, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { redactorsOf } from '../../redactors-of.js';
import { presentStripPoint } from '../builds/present-build.js';
import { presentWaiting } from './present-home.js';

export const endpoint = defineConsoleEndpoint(getMyWork, async ({ caller, account, services }) => {
  const user = { accountId: account.id, userId: caller.userId };
  const [tasks, approvals, builds] = await Promise.all([
    services.reads.listOwnTasks(user),
    services.reads.listAskedApprovals(user),
    services.reads.listOwnBuilds(user),
  ]);
  const stale = await services.reads.findStaleBuilds(account.id, builds, services.clock.now());
  const redactorOf = await redactorsOf(
    services,
    builds.map(({ projectId }) => projectId),
  );
  return {
    tasks: tasks.map(({ id, projectId, title, state, priority, createdAt }) => ({
      ...{ id, project_id: projectId, title, state, priority },
      created_at: presentTime(createdAt),
    })),
    task_count: tasks[0]?.total ?? 0,
    approvals: approvals.map(presentWaiting),
    builds: builds.map((build) => ({
      ...presentStripPoint(build, stale),
      project_id: build.projectId,
      job: redactName(build.jobName, redactorOf(build.projectId)),
      change: { id: build.changeId, display_identifier: sanitizeText(build.displayIdentifier) },
    })),
  };
});
