import { listProjects } from '@slipway/contracts';
import { presentProject } from '../../present/project.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listProjects, async ({ caller, services }) => ({
  projects: (await services.reads.listProjects(caller.userId)).map(presentProject),
}));
