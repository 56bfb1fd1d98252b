import { replayNotification } from '@slipway/contracts';
import { announceChange, replayDelivery } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { loadChannel } from './load-channel.js';

export const endpoint = defineConsoleEndpoint(replayNotification, async (input) => {
  const { project, params, audit, services } = input;
  const { id: channelId, name } = await loadChannel(input);
  const id = found(parseUuid(params.delivery_id));
  await services.database.modelTransaction(async (tx) => {
    const isReplayed = await replayDelivery(tx, { channelId, projectId: project.id, id });
    found(isReplayed ? id : null);
    await audit(tx, { target: name, detail: { delivery_id: id, project: project.name } });
    await announceChange(tx, project.id, 'notification');
  });
  return done;
});
