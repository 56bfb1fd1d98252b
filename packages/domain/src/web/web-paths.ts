// Paths of the web app, relative to the service's address.

/** The page where people create and revoke their API tokens. */
export const apiTokensPath = '/settings/tokens';

/** The page of a task. */
export function taskPath(projectId: number, taskId: number): string {
  return projectPath(projectId, 'tasks', taskId);
}

/** The page of a build run. */
export function buildRunPath(projectId: number, buildRunId: number): string {
  return projectPath(projectId, 'builds', buildRunId);
}

/** The page of a change. */
export function changePath(projectId: number, changeId: number): string {
  return projectPath(projectId, 'changes', changeId);
}

/** The page of an asset, which is also where its approvals are decided. */
export function assetPath(projectId: number, assetId: string): string {
  return projectPath(projectId, 'assets', assetId);
}

/** The page of a deployment. */
export function deploymentPath(projectId: number, deploymentId: string): string {
  return projectPath(projectId, 'deployments', deploymentId);
}

function projectPath(projectId: number, section: string, id: number | string): string {
  return `/projects/${projectId}/${section}/${id}`;
}

/** The page on which somebody asks for a mail to choose a new password. */
export const forgotPasswordPath = '/forgot-password';

/** The page on which somebody chooses a new password, by the token of a mail. */
export function resetPasswordPath(token: string): string {
  return `/reset-password?token=${token}`;
}

/** The page on which somebody joins an account, by the token of a mail. */
export function invitationPath(token: string): string {
  return `/invitation?token=${token}`;
}

/** The page of a project. */
export function projectHomePath(projectId: number): string {
  return `/projects/${projectId}/builds`;
}
