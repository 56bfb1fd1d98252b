// Paths of the web app, relative to the service's address.
import type { pagePaths } from './pages.js';

type PagePath = (typeof pagePaths)[number];

type IdNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | IdNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** The address of a project, which leads to its builds. */
type ProjectHome<Path extends string> = Path extends `${infer Home}/builds` ? Home : never;

type Id = number | string;

/** The address of a page. It compiles only while a page declares the path. */
export function pageAt<Path extends PagePath | ProjectHome<PagePath>>(
  path: Path,
  ids: Readonly<Record<IdNames<Path>, Id>>,
): string {
  const parts = partsOf.get(path) ?? path.split(/\$(\w+)/);
  partsOf.set(path, parts);
  let address = '';
  // Texts and names alternate.
  for (const [index, part] of parts.entries())
    address += index % 2 === 0 ? part : encodeURIComponent(ids[part as IdNames<Path>]);
  return address;
}

/** The paths, split at the names of their ids: a page of a list contains a hundred addresses. */
const partsOf = new Map<string, readonly string[]>();

/** A page of a project, such as a list of records. */
export type ProjectPage = Exclude<
  Extract<PagePath, `/projects/$projectId/${string}`>,
  `/projects/$projectId/${string}/${string}`
>;

export type RecordPage = Extract<PagePath, `/projects/$projectId/${string}/$${string}`>;

/** The address of a record, for callers that choose among several kinds of record. */
export function recordPageAt(path: RecordPage, projectId: Id, recordId: Id): string {
  const ids = [projectId, recordId].values();
  return path.replaceAll(/\$\w+/g, () => encodeURIComponent(ids.next().value ?? ''));
}

/** The page where people create and revoke their API tokens. */
export const apiTokensPath = pageAt('/settings/tokens', {});

export function taskPath(projectId: Id, taskId: Id): string {
  return pageAt('/projects/$projectId/tasks/$taskId', { projectId, taskId });
}

export function buildRunPath(projectId: Id, buildId: Id): string {
  return pageAt('/projects/$projectId/builds/$buildId', { projectId, buildId });
}

export function changePath(projectId: Id, changeId: Id): string {
  return pageAt('/projects/$projectId/changes/$changeId', { projectId, changeId });
}

/** The page of an asset, which is also where its approvals are decided. */
export function assetPath(projectId: Id, assetId: Id): string {
  return pageAt('/projects/$projectId/assets/$assetId', { projectId, assetId });
}

export function deploymentPath(projectId: Id, deploymentId: Id): string {
  return pageAt('/projects/$projectId/deployments/$deploymentId', { projectId, deploymentId });
}

export const forgotPasswordPath = '/forgot-password';

/** The page for choosing a new password, with the token from the email. */
export function resetPasswordPath(token: string): string {
  return `/reset-password?token=${token}`;
}

/** The page for joining an account, with the token from the email. */
export function invitationPath(token: string): string {
  return `/invitation?token=${token}`;
}

/** The page for creating an account, with the token from the email or from the operator. */
export function signUpPath(token: string): string {
  return `/sign-up/finish?token=${token}`;
}

/** The page for stopping notification emails, with the token from an email. Mail programs post to it. */
export function unsubscribePath(token: string): string {
  return `/unsubscribe?token=${token}`;
}

export function projectHomePath(projectId: Id): string {
  return pageAt('/projects/$projectId/builds', { projectId });
}
