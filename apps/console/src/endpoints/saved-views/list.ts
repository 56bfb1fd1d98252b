import { listSavedViews } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(listSavedViews, (input) =>
  viewsIn({ projectId: input.project.id }, input).show(),
);
