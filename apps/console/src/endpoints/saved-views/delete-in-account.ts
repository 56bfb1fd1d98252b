import { deleteAccountView } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { viewsIn } from './views-in.js';

export const endpoint = defineConsoleEndpoint(deleteAccountView, (input) =>
  viewsIn({ accountId: input.account.id }, input).remove(input.params.view_id),
);
