import { releaseProject } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { release } from './change-hold.js';

export const endpoint = defineConsoleEndpoint(releaseProject, (input) =>
  release(input, { accountId: input.account.id, projectId: input.project.id, name: input.project.name }),
);
