import { deleteView } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(deleteView, (input) =>
  viewsIn({ projectId: input.project.id }, input).remove(input.params.view_id),
);
