// Generated from the folder by `npm run generate`. Do not edit.
import { destination as discordDestination } from './discord/destination.js';
import { destination as emailDestination } from './email/destination.js';
import { destination as groupDestination } from './group/destination.js';
import { destination as mattermostDestination } from './mattermost/destination.js';
import { destination as slackBotDestination } from './slack-bot/destination.js';
import { destination as slackWebhookDestination } from './slack-webhook/destination.js';
import { destination as teamsDestination } from './teams/destination.js';
import { destination as webhookDestination } from './webhook/destination.js';

export const destinations = {
  discord: discordDestination,
  email: emailDestination,
  group: groupDestination,
  mattermost: mattermostDestination,
  slack_bot: slackBotDestination,
  slack_webhook: slackWebhookDestination,
  teams: teamsDestination,
  webhook: webhookDestination,
};
