import { getOpenApi } from '@slipway/contracts';
import { defineEndpoint } from '../services.js';

export const get = defineEndpoint(getOpenApi, async ({ services }) => services.openApi());
