import { updateView } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(updateView, (input) =>
  viewsIn({ projectId: input.project.id }, input).update(input.params.view_id, input.body),
);
