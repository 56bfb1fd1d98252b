import { updateProject } from '@slipway/contracts';
import { updateProject as saveProject } from '@slipway/db';
import { jobNamed } from '@slipway/rest';
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
