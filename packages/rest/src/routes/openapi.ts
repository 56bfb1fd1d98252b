import { getOpenApi } from '@slipway/contracts';
import { defineEndpoint } from '../services.js';

export const endpoint = defineEndpoint(getOpenApi, async ({ services }) => services.openApi());
