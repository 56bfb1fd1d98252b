import { removeProjectMember } from '@slipway/contracts';
import * as store from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(
  removeProjectMember,
  async ({ project, params, audit, services }) => {
    const userId = found(parseRowId(params.user_id));
    await services.database.modelTransaction(async (tx) => {
      const name = found(await store.removeProjectMember(tx, { projectId: project.id, userId }));
      await audit(tx, { target: name, detail: { user_id: userId, project: project.name } });
    });
    return done;
  },
);
