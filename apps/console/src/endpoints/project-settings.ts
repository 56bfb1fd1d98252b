import {
  type BodyValues,
  createProject,
  deleteProject,
  getProjectSettings,
  listAccountProjects,
  type ProjectSetting,
  type ProjectSettings,
  type ProjectSummary,
  renewBadgeLink,
  renewFeedLink,
  type SettingColumns,
  setProjectState,
  settingColumns,
  updateProject,
} from '@slipway/contracts';
import {
  createProject as insertProject,
  type ProjectEdit,
  type ProjectSettingsRecord,
  type ProjectSummaryRecord,
  renewBadgeLink as replaceBadgeLink,
  renewFeedLink as replaceFeedLink,
  updateProject as saveProject,
  setProjectState as saveState,
} from '@slipway/db';
import { accountDay, redactName } from '@slipway/domain';
import { found } from '@slipway/http';
import { jobNamed, presentTime } from '@slipway/rest';
import { requireConfirmed } from '../auth/confirmation/routes.js';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { badgePath, feedPath } from '../public/routes.js';
import { redactorsOf } from '../redactors-of.js';
import { requireConfirmation, requireName } from '../require-name.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listAccountProjects, async ({ account, services }) => ({
  projects: (await services.reads.listAccountProjects(account.id)).map(presentProjectSummary),
}));

export const get = defineConsoleEndpoint(getProjectSettings, ({ caller, project, services }) =>
  readProjectSettings(services, project.id, caller.userId),
);

export const create = defineConsoleChange(createProject, async ({ account, body, tx, audit }) => {
  const name = requireName(body.name);
  const id = await insertProject(tx, { accountId: account.id, name, engine: body.engine });
  await audit({ target: name, detail: { engine: body.engine } });
  return { id };
});

export const update = defineConsoleChange(updateProject, async (input) => {
  const { caller, project, body, tx, audit, services } = input;
  const mainJobName = await jobNamed(services, project, body.main_job_name);
  const name = body.name === undefined ? undefined : requireName(body.name);
  const before = found(await services.reads.findProjectSettings(project.id));
  if (lowersProtection(before, body)) requireConfirmed(caller, services);
  await saveProject(tx, project.id, { ...toColumns(body), name, mainJobName });
  await audit({ target: project.name, detail: { ...body } });
  return readProjectSettings(services, project.id, caller.userId);
});

function toColumns(body: BodyValues<typeof updateProject.body>): ProjectEdit {
  const values = Object.entries(body) as [ProjectSetting, unknown][];
  return Object.fromEntries(values.map(([name, value]) => [settingColumns[name], value]));
}

function presentSettings(project: SettingColumns): Pick<ProjectSettings, ProjectSetting> {
  const columns = Object.entries(settingColumns) as [ProjectSetting, keyof SettingColumns][];
  return Object.fromEntries(columns.map(([name, column]) => [name, project[column]])) as Pick<
    ProjectSettings,
    ProjectSetting
  >;
}

/** Whether an edit lets people approve what they could not, or browsers load previews from more hosts. */
function lowersProtection(
  { noSelfApproval, approvalAssetTypes, previewHosts }: ProjectSettingsRecord,
  edit: BodyValues<typeof updateProject.body>,
): boolean {
  const { approval_asset_types: types = approvalAssetTypes, preview_hosts: hosts = previewHosts } = edit;
  return (
    (noSelfApproval && edit.no_self_approval === false) ||
    approvalAssetTypes.some((type) => !types.includes(type)) ||
    hosts.some((host) => !previewHosts.includes(host))
  );
}

export const renewBadgeLinkEndpoint = defineConsoleChange(
  renewBadgeLink,
  async ({ caller, project, tx, audit, services }) => {
    await replaceBadgeLink(tx, project.id);
    await audit({ target: project.name });
    return readProjectSettings(services, project.id, caller.userId);
  },
);

export const renewFeedLinkEndpoint = defineConsoleChange(
  renewFeedLink,
  async ({ caller: { userId }, project, tx, audit, services }) => {
    await replaceFeedLink(tx, { projectId: project.id, userId });
    await audit({ target: project.name });
    return readProjectSettings(services, project.id, userId);
  },
);

export const setState = defineConsoleChange(
  setProjectState,
  async ({ caller, project, body, tx, audit, services }) => {
    // Its webhooks are accepted again.
    if (body.state === 'active') requireConfirmed(caller, services);
    await saveState(tx, project.id, { state: body.state, now: new Date(services.clock.now()) });
    await audit({ target: project.name, detail: { state: body.state } });
    return readProjectSettings(services, project.id, caller.userId);
  },
);

/** Archives the project immediately; a worker deletes it, however large it is. */
export const remove = defineConsoleChange(deleteProject, async ({ project, body, tx, audit, services }) => {
  requireConfirmation(body.name, project.name);
  await saveState(tx, project.id, { state: 'archived', now: new Date(services.clock.now()) });
  await audit({ target: project.name });
  await services.deletions.project(project.id);
});

function stateOf({ pausedAt, archivedAt }: Pick<ProjectSettingsRecord, 'pausedAt' | 'archivedAt'>) {
  if (archivedAt !== null) return 'archived';
  return pausedAt === null ? 'active' : 'paused';
}

function presentProjectSummary(project: ProjectSummaryRecord): ProjectSummary {
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
async function readProjectSettings(
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
  const { id, mainJobName, badgeVersion } = project;
  return {
    ...presentSettings(project),
    id,
    state: stateOf(project),
    created_at: presentTime(project.createdAt),
    main_job_name: mainJobName === null ? null : redactName(mainJobName, redactor),
    jobs: jobs.map((job) => redactName(job, redactor)),
    automatic_credits_spent_today: spent,
    badge_url: baseUrl + badgePath(badgeLinks.tokenOf({ projectId, version: badgeVersion })),
    feed_url: feedId && baseUrl + feedPath(feedLinks.tokenOf(feedId)),
  };
}
