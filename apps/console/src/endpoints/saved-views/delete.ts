import { deleteView } from '@slipway/contracts';
import { deleteView as removeView } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { showViews } from './show-views.js';

/** People delete their own views; owners of the account also delete shared ones. */
export const endpoint = defineConsoleEndpoint(deleteView, async (input) => {
  const { caller, project, account, params, services } = input;
  const view = { id: found(parseRowId(params.view_id)), projectId: project.id, userId: caller.userId };
  const isOwner = account.role === 'owner';
  if (!(await removeView(services.database, view, { isOwner }))) throw new ApiError('not_found');
  return showViews(services, input);
});
