import {
  listNotificationPreviews,
  NOTIFICATION_EVENT_NAMES,
  type NotificationEvent,
  type NotificationPreview,
} from '@slipway/contracts';
import type { ProjectRecord } from '@slipway/db';
import {
  type BuildFacts,
  describeBuild,
  describeDeployment,
  discordMessage,
  NOBODY,
  type NotificationContent,
  slackMessage,
  teamsMessage,
  webhookBody,
} from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listNotificationPreviews, async ({ project, services }) => {
  const createdAt = new Date(services.clock.now());
  const previews = NOTIFICATION_EVENT_NAMES.map((event): NotificationPreview => {
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

/** A message with invented facts, written exactly as a real one would be. */
function sampleContent(event: NotificationEvent, project: ProjectRecord, baseUrl: string): NotificationContent {
  switch (event) {
    case 'deployment.live':
    case 'deployment.rejected':
    case 'deployment.rolled_back':
      return describeDeployment(event, { project, deployment: SAMPLE_DEPLOYMENT }, baseUrl);
    default:
      return describeBuild(event, sampleFacts(project), { baseUrl, people: NOBODY });
  }
}

const SAMPLE_DEPLOYMENT = {
  id: '0193a000-0000-7000-8000-000000000000',
  platform: 'steam',
  version: '1.4.2',
  buildNumber: '1847',
  branch: 'release',
};

function sampleFacts({ id, name }: ProjectRecord): BuildFacts {
  return {
    project: { id, name },
    build: { id: 1, jobName: 'Harbor-Win64', number: '1847' },
    failures: 3,
    finding: {
      diagnosis: 'Buoyancy.cpp does not compile: FWaterParams has no member named Drag.',
      quote: "Buoyancy.cpp(42): error C2039: 'Drag': is not a member of 'FWaterParams'",
      isCertain: true,
      attributedUserId: null,
    },
    change: {
      id: 1,
      displayIdentifier: 'CL 48211',
      description: 'Simplify the water parameters',
      author: 'The author',
      authorUserId: null,
    },
  };
}

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
