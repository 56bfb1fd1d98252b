import { listAccountProjects } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentProjectSummary } from './present-project.js';

export const endpoint = defineConsoleEndpoint(listAccountProjects, async ({ account, services }) => ({
  projects: (await services.reads.listAccountProjects(account.id)).map(presentProjectSummary),
}));
