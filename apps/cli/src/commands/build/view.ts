import { getBuildRun } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';
import { showBuild } from '../../resources/show-build.js';

export const command = defineView(getBuildRun, {
  summary: 'Show a build with its steps, artifacts and investigation',
  examples: ['slipway build view 31', 'slipway build view 31 --web', 'slipway build view 31 --json status,steps'],
  page: '/projects/$projectId/builds/$buildId',
  view: showBuild,
});
