import { testNotificationChannel } from '@slipway/contracts';
import { tryChannel, writeNotification } from '@slipway/db';
import { newId } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { loadChannel } from './load-channel.js';

export const endpoint = defineConsoleEndpoint(testNotificationChannel, async (input) => {
  const { project, audit, services } = input;
  const { id: channelId, name, pausedAt } = await loadChannel(input);
  if (pausedAt !== null)
    throw new ApiError('invalid_parameter', { message: 'The channel is paused. Resume it first.' });
  await services.database.modelTransaction(async (tx) => {
    await writeNotification(tx, {
      accountId: project.accountId,
      projectId: project.id,
      channelId,
      event: 'channel.test',
      eventKey: `test:${newId()}`,
      threadKey: `test:${channelId}`,
      detail: { channelName: name },
    });
    // The test would otherwise wait with the messages that it is meant to explain.
    await tryChannel(tx, { projectId: project.id, id: channelId });
    await audit(tx, { target: name, detail: { project: project.name } });
  });
  return done;
});
