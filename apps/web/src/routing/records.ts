import { linkOptions } from '@tanstack/react-router';

// Links to the pages of records, for <Link> and navigate().

export const toProject = (projectId: number) =>
  linkOptions({ to: '/projects/$projectId/builds', params: { projectId } });

export const toBuild = (projectId: number, buildId: number | string) =>
  linkOptions({ to: '/projects/$projectId/builds/$buildId', params: { projectId, buildId: String(buildId) } });

export const toComparison = (projectId: number, before: string, after: string) =>
  linkOptions({ to: '/projects/$projectId/builds/compare', params: { projectId }, search: { before, after } });

export const toChange = (projectId: number, changeId: number | string) =>
  linkOptions({ to: '/projects/$projectId/changes/$changeId', params: { projectId, changeId: String(changeId) } });

export const toProblem = (projectId: number, problemId: number | string) =>
  linkOptions({
    to: '/projects/$projectId/problems/$problemId',
    params: { projectId, problemId: String(problemId) },
  });

export const toTest = (projectId: number, testId: number | string) =>
  linkOptions({ to: '/projects/$projectId/tests/$testId', params: { projectId, testId: String(testId) } });

export const toTask = (projectId: number, taskId: number) =>
  linkOptions({ to: '/projects/$projectId/tasks/$taskId', params: { projectId, taskId: String(taskId) } });

export const toAsset = (projectId: number, assetId: string) =>
  linkOptions({ to: '/projects/$projectId/assets/$assetId', params: { projectId, assetId } });

export const toDeployment = (projectId: number, deploymentId: string) =>
  linkOptions({ to: '/projects/$projectId/deployments/$deploymentId', params: { projectId, deploymentId } });

export const toDelivery = (projectId: number, deliveryId: string) =>
  linkOptions({ to: '/projects/$projectId/deliveries/$deliveryId', params: { projectId, deliveryId } });

export const toIntegration = (projectId: number, integrationId: number) =>
  linkOptions({
    to: '/projects/$projectId/integrations/$integrationId',
    params: { projectId, integrationId: String(integrationId) },
  });

export type RecordTarget = ReturnType<
  | typeof toProject
  | typeof toBuild
  | typeof toChange
  | typeof toProblem
  | typeof toTest
  | typeof toTask
  | typeof toAsset
  | typeof toDeployment
  | typeof toDelivery
  | typeof toIntegration
>;

/** The page of a row that a delivery touched; null if its kind has no page. */
export function toRow(projectId: number, kind: string, id: string) {
  switch (kind) {
    case 'build_run':
      return toBuild(projectId, id);
    case 'change':
      return toChange(projectId, id);
    case 'asset':
      return toAsset(projectId, id);
    case 'deployment':
      return toDeployment(projectId, id);
    default:
      return null;
  }
}
