import {
  FOLLOW_UP_NAMES,
  FOLLOW_UPS,
  listNotificationPreviews,
  NOTIFICATION_EVENT_NAMES,
  type NotificationPreview,
} from '@slipway/contracts';
import {
  discordMessage,
  type NotificationContent,
  slackMessage,
  teamsMessage,
  webhookBody,
} from '@slipway/domain';
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
      ...{ event, tone, title, text, quote },
      facts: shown.map(({ label, value }) => ({ label, value })),
      bodies: bodiesOf(content, createdAt),
    };
  });
  return { previews };
});

function bodiesOf(content: NotificationContent, createdAt: Date): NotificationPreview['bodies'] {
  const { message } = content;
  const indented = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    { kind: 'slack_webhook', body: indented(slackMessage(message)) },
    { kind: 'discord', body: indented(discordMessage(message)) },
    { kind: 'teams', body: indented(teamsMessage(message)) },
    { kind: 'webhook', body: indented(JSON.parse(webhookBody(content, createdAt))) },
  ];
}
