import { listInbox } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

export const endpoint = defineConsoleEndpoint(listInbox, async ({ caller, services }) => {
  const { items, unread } = await services.reads.readInbox(caller.userId);
  return {
    unread,
    items: items.map(({ id, projectId, readAt, createdAt, message }) => ({
      ...{ id, tone: message.tone, title: message.title, text: message.text },
      project_id: projectId,
      project_name: message.source,
      // BASE_URL may have changed since the notification was written.
      path: pathOf(message.link.url),
      is_read: readAt !== null,
      created_at: presentTime(createdAt),
    })),
  };
});
