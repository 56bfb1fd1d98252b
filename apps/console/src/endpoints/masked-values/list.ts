import { listMaskedValues } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { showMaskedValues } from './show-masked-values.js';

export const endpoint = defineConsoleEndpoint(listMaskedValues, ({ project, services }) =>
  showMaskedValues(services, project),
);
