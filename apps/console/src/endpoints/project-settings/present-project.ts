import type { ProjectSettings, ProjectSummary } from '@slipway/contracts';
import type { ProjectSettingsRecord, ProjectSummaryRecord } from '@slipway/db';
import { accountDay, redactName } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { badgePath, feedPath } from '../../public/public-paths.js';
import { redactorsOf } from '../../redactors-of.js';
import type { ConsoleServices } from '../../services.js';

function stateOf({ pausedAt, archivedAt }: Pick<ProjectSettingsRecord, 'pausedAt' | 'archivedAt'>) {
  if (archivedAt !== null) return 'archived';
  return pausedAt === null ? 'active' : 'paused';
}

export function presentProjectSummary(project: ProjectSummaryRecord): ProjectSummary {
  const { id, name, engine, integrations, members, lastEventAt } = project;
  return {
    id,
    name,
    engine,
    state: stateOf(project),
    created_at: presentTime(project.createdAt),
    integrations,
    members,
    last_event_at: lastEventAt === null ? null : presentTime(lastEventAt),
  };
}

/** Reads and presents the settings of a project, with the reader's own feed address. */
export async function readProjectSettings(
  services: ConsoleServices,
  projectId: number,
  userId: number,
): Promise<ProjectSettings> {
  const { reads, clock, baseUrl, badgeLinks, feedLinks } = services;
  // Sequential, because these reads may share a transaction, which has only one connection.
  const project = found(await reads.findProjectSettings(projectId));
  const jobs = await reads.listRecentJobs(projectId);
  const feedId = await reads.findFeedLinkId(projectId, userId);
  const spent = await reads.findAutomaticCreditsSpent(projectId, accountDay(clock.now()).date);
  const redactor = (await redactorsOf(services, [projectId]))(projectId);
  const { id, name, engine, mainJobName, badgeVersion } = project;
  return {
    id,
    name,
    engine,
    state: stateOf(project),
    created_at: presentTime(project.createdAt),
    main_job_name: mainJobName === null ? null : redactName(mainJobName, redactor),
    jobs: jobs.map((job) => redactName(job, redactor)),
    approval_asset_types: [...project.approvalAssetTypes],
    no_self_approval: project.noSelfApproval,
    preview_hosts: [...project.previewHosts],
    automatic_investigation: {
      mode: project.automaticInvestigation,
      daily_credits: project.automaticDailyCredits,
      spent_today: spent,
    },
    badge_url: baseUrl + badgePath(badgeLinks.tokenOf({ projectId, version: badgeVersion })),
    feed_url: feedId && baseUrl + feedPath(feedLinks.tokenOf(feedId)),
  };
}
