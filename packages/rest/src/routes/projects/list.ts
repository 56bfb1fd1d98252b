import { listProjects } from '@slipway/contracts';
import { defineEndpoint } from '../../services.js';
import { presentProject } from './present-project.js';

export const endpoint = defineEndpoint(listProjects, async ({ caller, services }) => ({
  projects: (await services.reads.listProjects(caller.userId, caller.projectIds)).map(presentProject),
}));
