import { saveView } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(saveView, (input) =>
  viewsIn({ projectId: input.project.id }, input).save(input.body),
);
