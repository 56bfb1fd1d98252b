import { listSentNotifications } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadChannel } from './load-channel.js';

export const endpoint = defineConsoleEndpoint(listSentNotifications, async (input) => {
  const { id: channelId } = await loadChannel(input);
  const rows = await input.services.reads.listNotificationDeliveries(input.project.id, channelId);
  return {
    deliveries: rows.map(({ id, event, title, status, attempts, ...row }) => ({
      id,
      event,
      title,
      status,
      attempts,
      last_status: row.lastStatus,
      last_error: row.lastError,
      created_at: presentTime(row.createdAt),
      sent_at: presentTime(row.sentAt),
    })),
  };
});
