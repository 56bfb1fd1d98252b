import { type BodyValues, updateProject } from '@slipway/contracts';
import { type ProjectSettingsRecord, updateProject as saveProject } from '@slipway/db';
import { found } from '@slipway/http';
import { jobNamed } from '@slipway/rest';
import { requireConfirmed } from '../../auth/confirmation/confirmed.js';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';
import { servicesIn } from '../../services-in.js';
import { readProjectSettings } from './present-project.js';

export const endpoint = defineConsoleEndpoint(
  updateProject,
  async ({ caller, project, body, audit, services }) => {
    const {
      engine,
      main_job_name: shownJobName,
      approval_asset_types: approvalAssetTypes,
      no_self_approval: noSelfApproval,
      preview_hosts: previewHosts,
      automatic_investigation: automaticInvestigation,
      automatic_daily_credits: automaticDailyCredits,
    } = body;
    const mainJobName = await jobNamed(services, project, shownJobName);
    const name = body.name === undefined ? undefined : requireName(body.name);
    const before = found(await services.reads.findProjectSettings(project.id));
    if (lowersProtection(before, body)) requireConfirmed(caller, services);
    return services.database.modelTransaction(async (tx) => {
      await saveProject(tx, project.id, {
        ...{ name, engine, mainJobName, approvalAssetTypes, noSelfApproval, previewHosts },
        ...{ automaticInvestigation, automaticDailyCredits },
      });
      await audit(tx, { target: project.name, detail: { ...body } });
      return readProjectSettings(servicesIn(tx, services), project.id, caller.userId);
    });
  },
);

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
