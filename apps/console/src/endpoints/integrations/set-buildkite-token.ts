import { setBuildkiteToken } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { saveApiToken } from './save-api-token.js';

export const endpoint = defineConsoleEndpoint(setBuildkiteToken, saveApiToken);
