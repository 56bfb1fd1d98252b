import { getDeployment, listDeployments, shownStatus } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';

export const list = defineList(listDeployments, {
  summary: 'List deployments, newest first',
  examples: [
    'slipway deployment list --platform steam --status live',
    'slipway deployment list --build-run-id 31',
  ],
  columns: [
    column('ID', ({ id }) => id),
    column('PLATFORM', ({ platform }) => platform),
    statusColumn('STATUS', ({ status }) => status),
    textColumn('VERSION', ({ version }) => version),
    textColumn('BRANCH', ({ branch }) => branch),
    column('BUILD', ({ build_run_id }) => build_run_id),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});

export const view = defineView(getDeployment, {
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
