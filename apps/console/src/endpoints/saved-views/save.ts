import { saveView } from '@slipway/contracts';
import { MAX_SAVED_VIEWS, saveView as storeView } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';
import { nameTaken } from './name-taken.js';
import { showViews } from './show-views.js';

const TOO_MANY = `You can save at most ${MAX_SAVED_VIEWS} views in a project. Delete one first.`;

export const endpoint = defineConsoleEndpoint(saveView, async (input) => {
  const { caller, project, body, services } = input;
  const { list, filters, is_shared: isShared = false } = body;
  const view = { projectId: project.id, userId: caller.userId, list, name: requireName(body.name), filters };
  const refusal = await storeView(services.database, { ...view, isShared });
  if (refusal === 'same_name') throw nameTaken();
  if (refusal === 'too_many') throw new ApiError('invalid_parameter', { message: TOO_MANY });
  return showViews(services, input);
});
