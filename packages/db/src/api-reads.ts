import { findDefaultAccountId } from './reads/accounts.js';
import { type BuildRunFilter, findBuildRun, findBuildStatus, listBuildRuns } from './reads/build-runs.js';
import { findProject, listProjects } from './reads/projects.js';
import { findApiToken } from './reads/tokens.js';
import type { Queryable } from './sql.js';

/** Every read the API makes, bound to its connections. */
export function apiReads(on: Queryable) {
  return {
    findApiToken: (tokenHash: string) => findApiToken(on, tokenHash),
    findDefaultAccountId: (userId: number) => findDefaultAccountId(on, userId),
    findProject: (userId: number, projectId: number) => findProject(on, userId, projectId),
    listProjects: (userId: number) => listProjects(on, userId),
    listBuildRuns: (projectId: number, filter: BuildRunFilter, count: number) =>
      listBuildRuns(on, projectId, filter, count),
    findBuildStatus: (projectId: number, buildRunId: number) => findBuildStatus(on, projectId, buildRunId),
    findBuildRun: (projectId: number, buildRunId: number) => findBuildRun(on, projectId, buildRunId),
  };
}
export type ApiReads = ReturnType<typeof apiReads>;
