import { defineForm } from '../define-form.js';

export const form = defineForm({
  label: 'Slack (bot with threads)',
  hint: 'Create a Slack app with the scope chat:write, install it, invite it to the channel, and paste its bot token. Follow-ups go into the thread of the first message.',
  fields: [
    { name: 'token', label: 'Bot token', missing: 'Enter the bot token.', isKept: true },
    {
      name: 'channel',
      label: 'Slack channel',
      hint: 'Its id, or its name with #.',
      missing: 'Enter the Slack channel.',
    },
  ],
});
