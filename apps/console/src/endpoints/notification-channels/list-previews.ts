import {
  CHANNEL_KINDS,
  FOLLOW_UP_NAMES,
  FOLLOW_UPS,
  listNotificationPreviews,
  NOTIFICATION_EVENT_NAMES,
  type NotificationPreview,
} from '@slipway/contracts';
import { destinationOf } from '@slipway/destinations';
import type { NotificationContent } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { sampleContent } from './sample-content.js';

/** Every message, each after the one that it follows. */
const MESSAGES = NOTIFICATION_EVENT_NAMES.flatMap((event) => [
  event,
  ...FOLLOW_UP_NAMES.filter((name) => FOLLOW_UPS[name] === event),
]);

export const endpoint = defineConsoleEndpoint(listNotificationPreviews, async ({ project, services }) => {
  const createdAt = new Date(services.clock.now());
  const previews = MESSAGES.map((event): NotificationPreview => {
    const content = sampleContent(event, project, services.baseUrl);
    const { tone, title, text, quote, facts: shown } = content.message;
    return {
      event,
      tone,
      title,
      text,
      quote,
      facts: shown.map(({ label, value }) => ({ label, value })),
      bodies: bodiesOf(content, createdAt),
    };
  });
  return { previews };
});

function bodiesOf(content: NotificationContent, createdAt: Date): NotificationPreview['bodies'] {
  return CHANNEL_KINDS.flatMap((kind) => {
    const body = destinationOf(kind).preview?.(content, createdAt);
    return body === undefined ? [] : [{ kind, body: JSON.stringify(body, null, 2) }];
  });
}
