import { previewNotificationFilter } from '@slipway/contracts';
import { redactName } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(previewNotificationFilter, async ({ project, body, services }) => {
  const { failedBuilds, jobNames } = await services.reads.findFilterMatches(project.id, body.builds);
  const redactor = services.redactors.of(project);
  return { failed_builds: failedBuilds, job_names: jobNames.map((name) => redactName(name, redactor)) };
});
