import { updateView } from '@slipway/contracts';
import { updateView as storeEdit } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';
import { nameTaken } from './name-taken.js';
import { showViews } from './show-views.js';

/** Only the person who saved a view changes it. */
export const endpoint = defineConsoleEndpoint(updateView, async (input) => {
  const { caller, project, params, body, services } = input;
  const { filters, is_shared: isShared } = body;
  const name = body.name === undefined ? undefined : requireName(body.name);
  const view = { id: found(parseRowId(params.view_id)), projectId: project.id, userId: caller.userId };
  const refusal = await storeEdit(services.database, view, { name, filters, isShared });
  if (refusal === 'not_found') throw new ApiError('not_found');
  if (refusal === 'same_name') throw nameTaken();
  return showViews(services, input);
});
