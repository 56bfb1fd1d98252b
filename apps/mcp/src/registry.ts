// Generated from the folder by `npm run generate`. Do not edit.
import { tool as createTaskTool } from './tools/create-task.js';
import { tool as getApprovalTool } from './tools/get-approval.js';
import { tool as getAssetTool } from './tools/get-asset.js';
import { tool as getBuildFailureTool } from './tools/get-build-failure.js';
import { tool as getBuildTool } from './tools/get-build.js';
import { tool as getChangeTool } from './tools/get-change.js';
import { tool as getDeliveryTool } from './tools/get-delivery.js';
import { tool as getDeploymentTool } from './tools/get-deployment.js';
import { tool as getMetricsTool } from './tools/get-metrics.js';
import { tool as getProblemTool } from './tools/get-problem.js';
import { tool as getProjectTool } from './tools/get-project.js';
import { tool as getTaskTool } from './tools/get-task.js';
import { tool as investigateBuildTool } from './tools/investigate-build.js';
import { tool as listApprovalsTool } from './tools/list-approvals.js';
import { tool as listAssetsTool } from './tools/list-assets.js';
import { tool as listBuildsTool } from './tools/list-builds.js';
import { tool as listChangesTool } from './tools/list-changes.js';
import { tool as listDeliveriesTool } from './tools/list-deliveries.js';
import { tool as listDeliveryGapsTool } from './tools/list-delivery-gaps.js';
import { tool as listDeploymentsTool } from './tools/list-deployments.js';
import { tool as listEventsTool } from './tools/list-events.js';
import { tool as listMembersTool } from './tools/list-members.js';
import { tool as listProblemsTool } from './tools/list-problems.js';
import { tool as listProjectsTool } from './tools/list-projects.js';
import { tool as listReferencesTool } from './tools/list-references.js';
import { tool as listTasksTool } from './tools/list-tasks.js';
import { tool as previewReplayTool } from './tools/preview-replay.js';
import { tool as previewReplaysTool } from './tools/preview-replays.js';
import { tool as readBuildLogTool } from './tools/read-build-log.js';
import { tool as replayDeliveriesTool } from './tools/replay-deliveries.js';
import { tool as replayDeliveryTool } from './tools/replay-delivery.js';
import { tool as rerunBuildTool } from './tools/rerun-build.js';
import { tool as searchBuildLogTool } from './tools/search-build-log.js';
import { tool as submitApprovalTool } from './tools/submit-approval.js';
import { tool as updateProblemTool } from './tools/update-problem.js';
import { tool as updateTaskTool } from './tools/update-task.js';
import { tool as waitForBuildTool } from './tools/wait-for-build.js';
import { tool as whoamiTool } from './tools/whoami.js';

export const tools = [
  createTaskTool,
  getApprovalTool,
  getAssetTool,
  getBuildFailureTool,
  getBuildTool,
  getChangeTool,
  getDeliveryTool,
  getDeploymentTool,
  getMetricsTool,
  getProblemTool,
  getProjectTool,
  getTaskTool,
  investigateBuildTool,
  listApprovalsTool,
  listAssetsTool,
  listBuildsTool,
  listChangesTool,
  listDeliveriesTool,
  listDeliveryGapsTool,
  listDeploymentsTool,
  listEventsTool,
  listMembersTool,
  listProblemsTool,
  listProjectsTool,
  listReferencesTool,
  listTasksTool,
  previewReplayTool,
  previewReplaysTool,
  readBuildLogTool,
  replayDeliveriesTool,
  replayDeliveryTool,
  rerunBuildTool,
  searchBuildLogTool,
  submitApprovalTool,
  updateProblemTool,
  updateTaskTool,
  waitForBuildTool,
  whoamiTool,
] as const;
