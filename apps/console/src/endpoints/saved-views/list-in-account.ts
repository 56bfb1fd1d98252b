import { listAccountViews } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(listAccountViews, (input) =>
  viewsIn({ accountId: input.account.id }, input).show(),
);
