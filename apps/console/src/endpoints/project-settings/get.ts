import { getProjectSettings } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readProjectSettings } from './present-project.js';

export const endpoint = defineConsoleEndpoint(getProjectSettings, ({ caller, project, services }) =>
  readProjectSettings(services, project.id, caller.userId),
);
