import { checkConfirmation } from '@slipway/contracts';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(checkConfirmation, () => Promise.resolve(done));
