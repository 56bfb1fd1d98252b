import { getHome } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames } from '../../presenters.js';
import { redactorsOf } from '../../redactors-of.js';
import { findBrokenRun } from './broken-job.js';
import { presentHomeProject, presentInReview, presentRollup, presentWaiting } from './present-home.js';

const DAY_MS = 86_400_000;

export const endpoint = defineConsoleEndpoint(getHome, async ({ account, services }) => {
  const { reads, clock } = services;
  const now = clock.now();
  const [projects, approvals, waiting, inReview, deliveries, rollup, nameOf] = await Promise.all([
    reads.listHomeProjects(account.id),
    reads.listWaitingApprovals(account.id),
    reads.countWaitingDecisions(account.id),
    reads.listDeploymentsInReview(account.id),
    reads.countLostDeliveries(account.id, new Date(now - DAY_MS)),
    reads.countRollup(account.id, now),
    accountNames(services, account.id),
  ]);
  const broken = projects.map(({ builds }) => findBrokenRun(builds));
  const ids = broken.flatMap((run) => (run === null ? [] : [run.since.id, run.latest.id]));
  const [causes, stale] = await Promise.all([
    reads.listBuildCauses(account.id, [...new Set(ids)]),
    reads.findStaleBuilds(
      account.id,
      projects.flatMap(({ builds }) => builds),
      now,
    ),
  ]);
  const redactorOf = await redactorsOf(
    services,
    projects.map(({ id }) => id),
  );
  return {
    projects: projects.map((project, place) =>
      presentHomeProject(project, broken[place] ?? null, { causes, nameOf, stale, redactorOf }),
    ),
    approvals: approvals.map(presentWaiting),
    waiting_approvals: waiting,
    in_review: inReview.map(presentInReview),
    deliveries: deliveries.map(({ projectId, outcome, count }) => ({ project_id: projectId, outcome, count })),
    rollup: presentRollup(rollup),
  };
});
