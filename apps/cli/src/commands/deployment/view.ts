import { getDeployment, shownStatus } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';

export const command = defineView(getDeployment, {
  summary: 'Show a deployment with its build',
  examples: ['slipway deployment view 0197a3c0-77aa-7b02-b6d4-9be8f1c0a2d1'],
  page: '/projects/$projectId/deployments/$deploymentId',
  async complete(client, projectId, deployment) {
    const { markBuildOfDeployment } = await import('@slipway/client');
    return markBuildOfDeployment(client, { projectId }, deployment);
  },
  view: (deployment) => ({
    title: `${deployment.platform} ${deployment.version}`.trimEnd(),
    details: [
      { label: 'id', value: deployment.id },
      { label: 'status', value: deployment.status, as: 'status' },
      { label: 'branch', value: deployment.branch },
      { label: 'external id', value: deployment.external_id },
      { label: 'external build', value: deployment.external_build_id },
      {
        label: 'build',
        value:
          deployment.build_run === null
            ? null
            : `${deployment.build_run.id} ${shownStatus(deployment.build_run)} ${deployment.build_run.ci_job_name}`,
      },
      { label: 'submitted', value: deployment.submitted_at, as: 'time' },
      { label: 'deployed', value: deployment.deployed_at, as: 'time' },
      { label: 'live', value: deployment.live_at, as: 'time' },
      { label: 'created', value: deployment.created_at, as: 'time' },
    ],
  }),
});
