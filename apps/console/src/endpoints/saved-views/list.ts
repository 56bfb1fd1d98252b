import { listSavedViews } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { showViews } from './show-views.js';

export const endpoint = defineConsoleEndpoint(listSavedViews, (input) => showViews(input.services, input));
