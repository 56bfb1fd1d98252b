import { tryNotificationChannel } from '@slipway/contracts';
import { announceChange, tryChannel } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { loadChannel } from './load-channel.js';

export const endpoint = defineConsoleEndpoint(tryNotificationChannel, async (input) => {
  const { project, audit, services } = input;
  const { id, name } = await loadChannel(input);
  await services.database.modelTransaction(async (tx) => {
    await tryChannel(tx, { projectId: project.id, id });
    await audit(tx, { target: name, detail: { project: project.name } });
    await announceChange(tx, project.id, 'notification');
  });
  return done;
});
