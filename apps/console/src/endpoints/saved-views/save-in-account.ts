import { saveAccountView } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(saveAccountView, (input) =>
  viewsIn({ accountId: input.account.id }, input).save(input.body),
);
