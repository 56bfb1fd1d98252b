import { getProject, listProjects, type Project } from '@slipway/contracts';
import type { ProjectRecord } from '@slipway/db';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint } from '../services.js';

export const get = defineEndpoint(getProject, async ({ project }) => presentProject(project));

export const list = defineEndpoint(listProjects, async ({ caller, services }) => ({
  projects: (await services.reads.listProjects(caller.userId, caller.projectIds)).map(presentProject),
}));

function presentProject(project: ProjectRecord): Project {
  return {
    id: String(project.id),
    name: project.name,
    engine: project.engine,
    created_at: presentTime(project.createdAt),
  };
}
