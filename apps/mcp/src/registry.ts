// Generated from the folder by `npm run generate`. Do not edit.
import * as assets from './tools/assets.js';
import * as builds from './tools/builds.js';
import * as changes from './tools/changes.js';
import * as culpritSearch from './tools/culprit-search.js';
import * as deliveries from './tools/deliveries.js';
import * as deployments from './tools/deployments.js';
import * as getBuildFailure from './tools/get-build-failure.js';
import * as investigateBuild from './tools/investigate-build.js';
import * as judgeFinding from './tools/judge-finding.js';
import * as listEvents from './tools/list-events.js';
import * as problems from './tools/problems.js';
import * as projects from './tools/projects.js';
import * as readBuildLog from './tools/read-build-log.js';
import * as replays from './tools/replays.js';
import * as searchBuildLog from './tools/search-build-log.js';
import * as tasks from './tools/tasks.js';
import * as tests from './tools/tests.js';
import * as whoami from './tools/whoami.js';

export const tools = [
  assets.getApprovalTool,
  assets.getAssetTool,
  assets.listApprovalsTool,
  assets.listAssetsTool,
  assets.submitApprovalTool,
  builds.getBuildTool,
  builds.listBuildsTool,
  builds.rerunBuildTool,
  builds.waitForBuildTool,
  changes.getChangeTool,
  changes.listChangesTool,
  culpritSearch.getCulpritSearchTool,
  culpritSearch.startCulpritSearchTool,
  culpritSearch.reportCulpritRunTool,
  culpritSearch.stopCulpritSearchTool,
  deliveries.getDeliveryTool,
  deliveries.listDeliveriesTool,
  deliveries.listDeliveryGapsTool,
  deployments.getDeploymentTool,
  deployments.listDeploymentsTool,
  getBuildFailure.getBuildFailureTool,
  investigateBuild.investigateBuildTool,
  judgeFinding.judgeFindingTool,
  listEvents.listEventsTool,
  problems.getProblemTool,
  problems.listProblemsTool,
  problems.updateProblemTool,
  projects.getProjectTool,
  projects.listProjectsTool,
  projects.listMembersTool,
  projects.getMetricsTool,
  readBuildLog.readBuildLogTool,
  replays.previewReplayTool,
  replays.previewReplaysTool,
  replays.replayDeliveriesTool,
  replays.replayDeliveryTool,
  searchBuildLog.searchBuildLogTool,
  tasks.createTaskTool,
  tasks.getTaskTool,
  tasks.listTasksTool,
  tasks.updateTaskTool,
  tasks.listReferencesTool,
  tests.getTestTool,
  tests.listFlakyTestsTool,
  whoami.whoamiTool,
] as const;
