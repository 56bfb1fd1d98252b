import { findDefaultAccountId } from './reads/accounts.js';
import { findApproval, listApprovals } from './reads/approvals.js';
import { findAsset, listAssets } from './reads/assets.js';
import { findBuildLog } from './reads/build-logs.js';
import { type BuildRunFilter, findBuildRun, findBuildStatus, listBuildRuns } from './reads/build-runs.js';
import { findChange, listChanges } from './reads/changes.js';
import { findDelivery, findReplayable, listDeliveries, listReplayCandidates } from './reads/deliveries.js';
import { listDeliveryGaps } from './reads/delivery-gaps.js';
import { findDeployment, listDeployments } from './reads/deployments.js';
import { countRollup, listFeed } from './reads/feed.js';
import { listAssigneeHandles, listMemberNames, listMembers } from './reads/members.js';
import { readMetrics } from './reads/metrics.js';
import { findProject, listProjects } from './reads/projects.js';
import { listReferences } from './reads/references.js';
import { findTask, listTasks } from './reads/tasks.js';
import { findApiToken } from './reads/tokens.js';
import { findWorkspace, findWorkspaceProject } from './reads/workspace.js';
import type { Queryable } from './sql.js';

/** Every read the API makes, bound to its connections. */
export function apiReads(on: Queryable) {
  const bind =
    <Rest extends unknown[], Result>(read: (on: Queryable, ...rest: Rest) => Result) =>
    (...rest: Rest) =>
      read(on, ...rest);
  return {
    findApiToken: (tokenHash: string) => findApiToken(on, tokenHash),
    findDefaultAccountId: (userId: number) => findDefaultAccountId(on, userId),
    findProject: (userId: number, projectId: number) => findProject(on, userId, projectId),
    listProjects: (userId: number) => listProjects(on, userId),
    listBuildRuns: (projectId: number, filter: BuildRunFilter, count: number) =>
      listBuildRuns(on, projectId, filter, count),
    findBuildStatus: (projectId: number, buildRunId: number) => findBuildStatus(on, projectId, buildRunId),
    findBuildRun: (projectId: number, buildRunId: number) => findBuildRun(on, projectId, buildRunId),
    findBuildLog: bind(findBuildLog),
    listAssets: bind(listAssets),
    findAsset: bind(findAsset),
    listApprovals: bind(listApprovals),
    findApproval: bind(findApproval),
    listChanges: bind(listChanges),
    findChange: bind(findChange),
    listDeliveries: bind(listDeliveries),
    findDelivery: bind(findDelivery),
    findReplayable: bind(findReplayable),
    listReplayCandidates: bind(listReplayCandidates),
    listDeliveryGaps: bind(listDeliveryGaps),
    listDeployments: bind(listDeployments),
    findDeployment: bind(findDeployment),
    readMetrics: bind(readMetrics),
    listTasks: bind(listTasks),
    findTask: bind(findTask),
    listMembers: bind(listMembers),
    listMemberNames: bind(listMemberNames),
    listAssigneeHandles: bind(listAssigneeHandles),
    listReferences: bind(listReferences),
    findWorkspace: bind(findWorkspace),
    findWorkspaceProject: bind(findWorkspaceProject),
    listFeed: bind(listFeed),
    countRollup: bind(countRollup),
  };
}
export type ApiReads = ReturnType<typeof apiReads>;
