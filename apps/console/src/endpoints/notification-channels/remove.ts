import { removeNotificationChannel } from '@slipway/contracts';
import { announceChange, removeChannel } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(
  removeNotificationChannel,
  async ({ project, params, audit, services }) => {
    const key = { projectId: project.id, id: found(parseUuid(params.channel_id)) };
    await services.database.modelTransaction(async (tx) => {
      const name = found(await removeChannel(tx, key));
      await audit(tx, { target: name, detail: { project: project.name } });
      await announceChange(tx, project.id, 'notification');
    });
    return done;
  },
);
