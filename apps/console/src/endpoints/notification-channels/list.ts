import { listNotificationChannels } from '@slipway/contracts';
import { MAX_CHANNELS } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentChannel } from './present-channel.js';

export const endpoint = defineConsoleEndpoint(listNotificationChannels, async ({ project, services }) => {
  const channels = await services.reads.listNotificationChannels(project.id);
  return { channels: channels.map(presentChannel), limit: MAX_CHANNELS };
});
