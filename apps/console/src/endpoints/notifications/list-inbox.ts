import { listInbox } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listInbox, async ({ caller, services }) => {
  const { items, unread } = await services.reads.readInbox(caller.userId);
  return {
    unread,
    items: items.map(({ id, projectId, readAt, createdAt, message }) => ({
      ...{ id, tone: message.tone, title: message.title, text: message.text },
      project_id: projectId,
      project_name: message.source,
      // BASE_URL may have changed since the notification was written.
      path: new URL(message.link.url).pathname,
      is_read: readAt !== null,
      created_at: presentTime(createdAt),
    })),
  };
});
