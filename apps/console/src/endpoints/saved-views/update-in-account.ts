import { updateAccountView } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(updateAccountView, (input) =>
  viewsIn({ accountId: input.account.id }, input).update(input.params.view_id, input.body),
);
