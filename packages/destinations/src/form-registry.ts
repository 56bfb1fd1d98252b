// Generated from the folder by `npm run generate`. Do not edit.
import { form as discordForm } from './discord/form.js';
import { form as emailForm } from './email/form.js';
import { form as groupForm } from './group/form.js';
import { form as mattermostForm } from './mattermost/form.js';
import { form as slackBotForm } from './slack-bot/form.js';
import { form as slackWebhookForm } from './slack-webhook/form.js';
import { form as teamsForm } from './teams/form.js';
import { form as webhookForm } from './webhook/form.js';

export const channelForms = {
  discord: discordForm,
  email: emailForm,
  group: groupForm,
  mattermost: mattermostForm,
  slack_bot: slackBotForm,
  slack_webhook: slackWebhookForm,
  teams: teamsForm,
  webhook: webhookForm,
};
