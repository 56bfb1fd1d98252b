import { holdProject } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { hold } from './change-hold.js';

export const endpoint = defineConsoleEndpoint(holdProject, (input) =>
  hold(input, { accountId: input.account.id, projectId: input.project.id, name: input.project.name }),
);
