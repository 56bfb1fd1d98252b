// Paths of the web app, relative to the service's address.
import type { pagePaths } from './pages.js';

type PagePath = (typeof pagePaths)[number];

type IdNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | IdNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** The address of a page. It compiles only if a page declares the path. */
export function pageAt<Path extends PagePath>(
  path: Path,
  ids: Readonly<Record<IdNames<Path>, number | string>>,
): string {
  return path.replaceAll(/\$(\w+)/g, (_, name: IdNames<Path>) => String(ids[name]));
}

/** The page where people create and revoke their API tokens. */
export const apiTokensPath = pageAt('/settings/tokens', {});

/** The page of a task. */
export function taskPath(projectId: number, taskId: number): string {
  return pageAt('/projects/$projectId/tasks/$taskId', { projectId, taskId });
}

/** The page of a build run. */
export function buildRunPath(projectId: number, buildId: number | string): string {
  return pageAt('/projects/$projectId/builds/$buildId', { projectId, buildId });
}

/** The page of a change. */
export function changePath(projectId: number, changeId: number | string): string {
  return pageAt('/projects/$projectId/changes/$changeId', { projectId, changeId });
}

/** The page of an asset, which is also where its approvals are decided. */
export function assetPath(projectId: number, assetId: string): string {
  return pageAt('/projects/$projectId/assets/$assetId', { projectId, assetId });
}

/** The page of a deployment. */
export function deploymentPath(projectId: number, deploymentId: string): string {
  return pageAt('/projects/$projectId/deployments/$deploymentId', { projectId, deploymentId });
}

/** The page for requesting an email with a password reset link. */
export const forgotPasswordPath = '/forgot-password';

/** The page for choosing a new password, with the token from the email. */
export function resetPasswordPath(token: string): string {
  return `/reset-password?token=${token}`;
}

/** The page for joining an account, with the token from the email. */
export function invitationPath(token: string): string {
  return `/invitation?token=${token}`;
}

/** The page of a project. */
export function projectHomePath(projectId: number): string {
  return pageAt('/projects/$projectId/builds', { projectId });
}
